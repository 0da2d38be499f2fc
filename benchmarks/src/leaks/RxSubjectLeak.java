/* SPDX-License-Identifier: Apache-2.0 */
import io.reactivex.rxjava3.subjects.PublishSubject;

/** Subscriptions that are never disposed. */
public final class RxSubjectLeak {
    static final PublishSubject<String> PRICES = PublishSubject.create();

    public static void run() {
        for (int i = 0; i < 12_000; i++) {
            byte[] view = Plant.bytes(300, i);
            PRICES.subscribe(price -> view[0]++);
        }
    }
}
