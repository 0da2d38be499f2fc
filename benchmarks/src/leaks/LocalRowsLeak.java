/* SPDX-License-Identifier: Apache-2.0 */
import java.util.ArrayList;
import java.util.List;

/** A report that collects all rows in a local variable. */
public final class LocalRowsLeak {
    static final class Row {
        final String customer;
        final double[] values = {1, 2, 3};

        Row(int i) {
            customer = Plant.text(i);
        }
    }

    static void report() {
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < 100_000; i++) {
            rows.add(new Row(i));
        }
        Plant.park();
        rows.clear();
    }

    public static void run() throws Exception {
        Thread nightly = new Thread(LocalRowsLeak::report, "nightly-report");
        nightly.setDaemon(true);
        nightly.start();
        Thread.sleep(2_000);
    }
}
