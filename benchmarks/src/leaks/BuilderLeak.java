/* SPDX-License-Identifier: Apache-2.0 */
/** A running method that builds an export in a StringBuilder. */
public final class BuilderLeak {
    static volatile int rows;

    static void export() {
        StringBuilder csv = new StringBuilder();
        for (int i = 0; i < 200_000; i++) {
            csv.append(Plant.text(i)).append('\n');
            rows++;
        }
        Plant.park();
        System.out.println(csv);
    }

    public static void run() throws Exception {
        Catalogue.fill(5);
        Thread thread = new Thread(BuilderLeak::export, "csv-export");
        thread.setDaemon(true);
        thread.start();
        while (rows < 200_000) {
            Thread.sleep(50);
        }
        Thread.sleep(200);
    }
}
