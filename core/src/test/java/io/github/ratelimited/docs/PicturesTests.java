package io.github.ratelimited.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** With {@code -Ddocs.write=true} the pictures are written first. */
@Tag("once")
class PicturesTests {

    private static final Path PAGE = Path.of("../docs/algorithms.md");
    private static final Path IMAGES = Path.of("../docs/images");

    @Test
    void showWhatTheAlgorithmsDo() throws IOException {
        Map<String, String> pictures = Pictures.all();
        if (Boolean.getBoolean("docs.write")) {
            Files.createDirectories(IMAGES);
            for (Map.Entry<String, String> picture : pictures.entrySet()) {
                Files.writeString(IMAGES.resolve(picture.getKey()), picture.getValue());
            }
        }
        String page = Files.readString(PAGE);
        for (Map.Entry<String, String> picture : pictures.entrySet()) {
            assertThat(IMAGES.resolve(picture.getKey())).hasContent(picture.getValue());
            assertThat(page).contains("(images/" + picture.getKey() + ")");
        }
    }
}
