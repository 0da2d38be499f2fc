/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.heapsight.metrics.HttpCounters;
import io.heapsight.unit.EventLog;
import java.net.InetAddress;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class InvalidTokenLimitTest {
    private static final InetAddress GUESSER = InetAddress.ofLiteral("10.0.0.7");
    private static final InetAddress OTHER = InetAddress.ofLiteral("10.0.0.8");

    private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 5); // overflows on the way
    private final List<String> log = new ArrayList<>();
    private final HttpCounters tally = new HttpCounters();
    private final InvalidTokenLimit wrong =
            new InvalidTokenLimit(
                    now::get,
                    tally,
                    new EventLog(log::add, EventLog.Format.TEXT, InstantSource.system()));

    @Test
    void onlyTheGuessingCallerIsThrottled() throws Exception {
        show(GUESSER, InvalidTokenLimit.FREE - 1);
        wrong.check(GUESSER);
        wrong.shown(GUESSER);

        pass(Duration.ofSeconds(3));
        InvalidTokenLimit.Refused refused =
                catchThrowableOfType(InvalidTokenLimit.Refused.class, () -> wrong.check(GUESSER));

        assertThat(refused.retryAfter()).isEqualTo(Duration.ofSeconds(7));
        assertThat(refused.problem().remedy()).contains("Wait for 8 s");
        assertThatCode(() -> wrong.check(OTHER)).doesNotThrowAnyException();
        pass(Duration.ofSeconds(7));
        assertThatCode(() -> wrong.check(GUESSER)).doesNotThrowAnyException();
    }

    @Test
    void occasionalWrongTokensAreForgiven() throws Exception {
        for (int i = 0; i < 5; i++) {
            show(GUESSER, InvalidTokenLimit.FREE - 1);
            pass(Duration.ofSeconds(InvalidTokenLimit.WINDOW_SECONDS));
        }
        assertThat(tally.wrongTokens()).isEqualTo(5 * (InvalidTokenLimit.FREE - 1L));
    }

    @Test
    void allAreCountedAndALineAMinuteIsLogged() {
        for (int i = 0; i < 3_000; i++) {
            try {
                wrong.check(GUESSER);
                wrong.shown(GUESSER);
            } catch (InvalidTokenLimit.Refused _) {
                // counts, too
            }
            wrong.tell();
        }
        pass(Duration.ofMinutes(1));
        wrong.tell();

        assertThat(tally.wrongTokens()).isEqualTo(3_000);
        assertThat(log).hasSize(2);
        assertThat(log.getFirst()).contains("requests=1 ", "last_from=10.0.0.7");
        assertThat(log.getLast()).contains("requests=2999");
    }

    private void show(InetAddress address, int times) throws InvalidTokenLimit.Refused {
        for (int i = 0; i < times; i++) {
            wrong.check(address);
            wrong.shown(address);
        }
    }

    private void pass(Duration time) {
        now.addAndGet(time.toNanos());
    }
}
