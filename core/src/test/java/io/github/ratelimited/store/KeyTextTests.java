package io.github.ratelimited.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.file.Path;
import java.security.Principal;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class KeyTextTests {

    /** Text of its own and nothing to go through, as the text node of a JSON library. */
    private record Node(String text) implements Iterable<Node> {

        @Override
        public Iterator<Node> iterator() {
            return Collections.emptyIterator();
        }

        @Override
        public String toString() {
            return text;
        }
    }

    private record Login(String name, String session) implements Principal {

        @Override
        public String getName() {
            return name;
        }
    }

    @Test
    void isTheNameOfACallerWhateverTheSession() {
        assertThat(KeyText.of(new Login("alice", "1")))
                .isEqualTo(KeyText.of(new Login("alice", "2")))
                .isEqualTo("alice");
        assertThat(KeyText.of(List.of("acme", new Login("{bob}", "1"))))
                .isEqualTo(KeyText.of(List.of("acme", "{bob}")));
        assertThat(KeyText.of(Optional.of(new Login("", "1")))).isEqualTo(KeyText.of(""));
    }

    @Test
    void isRefusedForACallerWithoutName() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> KeyText.of(new Login(null, "1")))
                .withMessage("A key needs text that tells it from others, but a caller of " + Login.class.getName()
                        + " has no name");
    }

    @Test
    void isTheSameForEqualSetsAndMapsInAnyOrder() {
        assertThat(KeyText.of(new LinkedHashSet<>(List.of("b", "a", "{"))))
                .isEqualTo(KeyText.of(new LinkedHashSet<>(List.of("{", "a", "b"))))
                .isNotEqualTo(KeyText.of(Set.of("a", "b")));
        Map<String, Object> map = new TreeMap<>(Map.of("a", 1, "b", List.of(2)));
        assertThat(KeyText.of(map)).isEqualTo(KeyText.of(new TreeMap<String, Object>(Collections.reverseOrder()) {
            {
                putAll(map);
            }
        }));
    }

    @Test
    void tellsMapsApartWhateverTheirValuesLookLike() {
        assertThat(KeyText.of(Map.of("a", "1, b=2")))
                .isNotEqualTo(KeyText.of(Map.of("a", "1", "b", "2")))
                .isNotEqualTo(KeyText.of(Map.of("a=1, b", "2")));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> KeyText.of(new HashMap<>(Collections.singletonMap("a", null))))
                .withMessage("A key must not have null parts");
    }

    @Test
    void isThatOfAnIterableThatIsNoCollection() {
        assertThat(KeyText.of(new Node("alice"))).isEqualTo("alice");
        assertThat(KeyText.of(Path.of("a", "b"))).isEqualTo(Path.of("a", "b").toString());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> KeyText.of((Iterable<String>) Collections::emptyIterator))
                .withMessageContaining(" has none");
    }
}
