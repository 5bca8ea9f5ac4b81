package io.github.ratelimited.key;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class KeyTextsTests {

    @Test
    void hasPartsThatAreTheTextsOfItsValues() {
        assertThat(KeyEncoding.parts("%(a%,%)")).containsExactly("%(a%,%)");
        assertThat(KeyEncoding.parts(7.0)).containsExactly("7");
        assertThat(KeyEncoding.parts(new StringBuilder())).containsExactly("");
        assertThat(KeyEncoding.parts(List.of("{a}", "50 %, b", new KeyEncodingTests.Login("bob", "1"))))
                .containsExactly("{a}", "50 %, b", "bob");
        assertThat(KeyEncoding.parts(new Object[] {"a", new int[] {1, 2}, Optional.of(List.of("b"))}))
                .containsExactly("a", "1", "2", "b");
        assertThat(KeyEncoding.parts(List.of(OptionalInt.of(3), Optional.of(0.50))))
                .containsExactly("3", "0.5");
        assertThat(KeyEncoding.parts(new LinkedHashSet<>(List.of("{", "c", "", "b"))))
                .containsExactly("", "b", "c", "{");
        assertThat(KeyEncoding.parts(Set.of(List.of("b", "a"), List.of("a", "z"))))
                .containsExactly("a", "z", "b", "a");
        assertThat(KeyEncoding.parts(new TreeMap<>(Map.of("b", 1, "a", List.of(2, 3)))))
                .containsExactly("a", "2", "3", "b", "1");
        assertThat(KeyEncoding.parts(List.of())).isEmpty();
    }
}
