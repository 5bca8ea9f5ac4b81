package io.github.ratelimited.key;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import kotlin.Pair;
import org.junit.jupiter.api.Test;

class KotlinKeysTests {

    @Test
    void isThatOfTheValueForAValueClass() {
        assertThat(List.of(KeyEncoding.of(Keys.INSTANCE.boxed("acme")), KeyEncoding.of("acme")))
                .containsOnly("acme");
        assertThat(KeyEncoding.of(List.of(Keys.INSTANCE.boxed("acme")))).isEqualTo(KeyEncoding.of(List.of("acme")));
    }

    @Test
    void hasThePartsOfTheValueInAValueClass() {
        assertThat(KeyEncoding.parts(Keys.INSTANCE.boxed(List.of("acme", "50 %"))))
                .containsExactly("acme", "50 %");
    }

    @Test
    void hasADataClassAsOnePartThatIsItsText() {
        Member member = new Member(List.of("a", "{b}"), null);
        assertThat(KeyEncoding.parts(member)).containsExactly("Member(name=[a, {b}], tenant=null)");
    }

    @Test
    void isOfItsOwnForEachDataClassWhateverPartsSay() {
        assertThat(List.of(
                        new Member("a", "b, tenant=c"),
                        new Member("a, tenant=b", "c"),
                        new Member(new Member("a", "b"), "c"),
                        new Member("Member(name=a, tenant=b)", "c"),
                        new Member(null, "null"),
                        new Member("null", null)))
                .extracting(KeyEncoding::of)
                .doesNotHaveDuplicates()
                .contains("Member(name=a, tenant=b%002C tenant=c)", "Member(name=Member(name=a, tenant=b), tenant=c)");
    }

    @Test
    void isOfItsOwnForEachPair() {
        assertThat(List.of(KeyEncoding.of(new Pair<>("a", "b, c")), KeyEncoding.of(new Pair<>("a, b", "c"))))
                .containsExactly("Pair(first=a, second=b%002C c)", "Pair(first=a%002C b, second=c)");
    }

    @Test
    void dependsOnlyOnTheValueOfADataClass() {
        assertThat(KeyEncoding.of(Keys.INSTANCE.account("acme, parts=[1]", 2)))
                .isEqualTo("Account(tenant=acme%002C parts=%005B1%005D, parts=%(2%,%), opened=1970-01-01T00:00:01Z)");
    }

    @Test
    void isWhatADataClassSaysThatOverridesToString() {
        assertThat(KeyEncoding.of(new Hidden("alice"))).isEqualTo("Hidden(secret=***)");
        assertThat(KeyEncoding.of(new Code("x", 1))).isEqualTo("x");
    }
}
