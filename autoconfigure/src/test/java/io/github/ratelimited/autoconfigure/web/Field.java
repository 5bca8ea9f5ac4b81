package io.github.ratelimited.autoconfigure.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.greenbytes.http.sfv.Parser;
import org.greenbytes.http.sfv.StringItem;

/** A field that is a list of names with whole numbers as parameters, read by a parser of structured fields. */
final class Field {

    private Field() {}

    /** The parameters by name, empty without the field. */
    static Map<String, Map<String, Long>> of(String name, HttpResponse<?> answer) {
        List<String> lines = answer.headers().allValues(name);
        assertThat(lines).hasSizeLessThan(2);
        Map<String, Map<String, Long>> items = new LinkedHashMap<>();
        new Parser(lines).parseList().get().forEach(item -> {
            Map<String, Long> parameters = new LinkedHashMap<>();
            item.getParams().forEach((key, value) -> parameters.put(key, (Long) value.get()));
            assertThat(item).isInstanceOf(StringItem.class);
            items.put((String) item.get(), parameters);
        });
        return items;
    }
}
