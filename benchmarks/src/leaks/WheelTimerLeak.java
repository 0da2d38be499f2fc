/* SPDX-License-Identifier: Apache-2.0 */
import io.netty.util.HashedWheelTimer;
import java.util.concurrent.TimeUnit;

/** Timeouts of a HashedWheelTimer that are never cancelled. */
public final class WheelTimerLeak {
    static final HashedWheelTimer TIMER = new HashedWheelTimer();

    public static void run() throws Exception {
        for (int i = 0; i < 50_000; i++) {
            byte[] request = Plant.bytes(200, i);
            TIMER.newTimeout(timeout -> request[0]++, 10, TimeUnit.HOURS);
        }
        Thread.sleep(1500);
    }
}
