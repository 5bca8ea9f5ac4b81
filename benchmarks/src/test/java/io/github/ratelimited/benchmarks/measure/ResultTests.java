package io.github.ratelimited.benchmarks.measure;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ResultTests {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    5778364.2 | 5,778,364
                    104.6 | 105
                    10.66 | 10.7
                    0.954 | 0.95
                    0.0665 | 0.067
                    0.001664 | 0.0017
                    0 | 0.00""")
    void showsTheFirstDigitsOfANumber(double value, String shown) {
        assertThat(Result.number(value)).isEqualTo(shown);
    }
}
