package io.github.ratelimited.sample.documentation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A block between fences, without the indentation of its list. */
record CodeBlock(String page, int line, String language, String text) {

    static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    private static final Pattern FENCE = Pattern.compile("( *)```(.*)");

    static List<CodeBlock> all() throws IOException {
        List<CodeBlock> blocks = new ArrayList<>();
        for (Path page : pages()) {
            blocks.addAll(of(ROOT.relativize(page).toString(), Files.readAllLines(page)));
        }
        return blocks;
    }

    static List<Path> pages() throws IOException {
        try (Stream<Path> atRoot = Files.list(ROOT);
                Stream<Path> docs = Files.walk(ROOT.resolve("docs"));
                Stream<Path> lua = Files.list(ROOT.resolve("lua"))) {
            return Stream.of(atRoot, docs, lua)
                    .flatMap(files -> files)
                    .filter(file -> file.toString().endsWith(".md"))
                    .sorted()
                    .toList();
        }
    }

    private static List<CodeBlock> of(String page, List<String> lines) {
        List<CodeBlock> blocks = new ArrayList<>();
        Matcher begin = null;
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < lines.size(); i++) {
            Matcher fence = FENCE.matcher(lines.get(i));
            if (!fence.matches()) {
                String line = lines.get(i);
                text.append(begin != null && line.startsWith(begin.group(1)) ? line.substring(begin.end(1)) : line)
                        .append('\n');
            } else if (begin == null) {
                begin = fence;
                text.setLength(0);
            } else {
                int first = i - (int) text.chars().filter(c -> c == '\n').count() + 1;
                blocks.add(new CodeBlock(page, first, begin.group(2), text.toString()));
                begin = null;
            }
        }
        if (begin != null) {
            throw new AssertionError("A block of " + page + " has no end");
        }
        return blocks;
    }

    @Override
    public String toString() {
        return page + ":" + line + " " + language;
    }
}
