/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.doctor;

import io.heapsight.store.StoreSettings;
import io.heapsight.store.UploadChild;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.ProblemException;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Checks whether evidence can be stored: a child process writes a test object to the store. One
 * child runs at a time; callers who wait for it share its result. Thread-safe.
 */
public final class StoreCheck {
    private static final String ID = "store";
    private static final String EXPECTED = "evidence can be written to HEAPSIGHT_STORE";
    private static final Duration LOOK_AGAIN = Duration.ofMillis(100);

    private final StoreSettings settings;
    private final Duration timeout;
    private final Semaphore turn = new Semaphore(1);
    private final AtomicInteger ended = new AtomicInteger();
    private @Nullable CheckResult last;

    /**
     * @param timeout of a check
     */
    public StoreCheck(StoreSettings settings, Duration timeout) {
        this.settings = settings;
        this.timeout = timeout;
    }

    /**
     * Writes a test object, or waits for the check that is running.
     *
     * @throws CancellationException if it was cancelled
     */
    public CheckResult look(CancelSignal cancel) {
        int before = ended.get();
        while (!turn.tryAcquire()) {
            cancel.pause(LOOK_AGAIN);
        }
        try {
            CheckResult result = last;
            if (result == null || ended.get() == before) {
                result = check(cancel);
                last = result;
                ended.incrementAndGet();
            }
            return result;
        } finally {
            turn.release();
        }
    }

    private CheckResult check(CancelSignal cancel) {
        CancelSignal limit = new CancelSignal();
        Thread timer = Thread.ofVirtual().start(() -> cancelLater(limit, cancel));
        try {
            new UploadChild(settings).check(limit);
            return CheckResult.ok(ID, settings.url() + " accepts an object", EXPECTED);
        } catch (ProblemException e) {
            return CheckResult.wrong(
                    ID,
                    e.problem().title() + ": " + e.problem().detail(),
                    EXPECTED,
                    e.problem().remedy());
        } catch (CancellationException _) {
            cancel.throwIfCancelled();
            return CheckResult.wrong(
                    ID,
                    "%s did not accept an object within %s s"
                            .formatted(settings.url(), timeout.toMillis() / 1000.0),
                    EXPECTED,
                    "Check the network policy and the proxy between the pod and the store.");
        } finally {
            timer.interrupt();
        }
    }

    /** Cancels at the timeout, or with the caller's signal. */
    private void cancelLater(CancelSignal limit, CancelSignal cancel) {
        try {
            cancel.pause(timeout);
            limit.cancel();
        } catch (CancellationException _) {
            limit.cancel();
        }
    }
}
