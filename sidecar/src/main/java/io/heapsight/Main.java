/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight;

import io.heapsight.cli.CommandLineApp;
import io.heapsight.cli.output.Console;
import io.heapsight.jvm.TargetConnector;
import io.heapsight.jvm.WorkerProcessPool;
import io.heapsight.proc.ProcFs;
import java.nio.file.Path;
import java.util.Locale;

/** Starts the program: creates its objects, then runs one command. */
public final class Main {
    private Main() {}

    public static void main(String[] args) {
        Locale.setDefault(Locale.ROOT); // the same number format as jstat and jcmd in every locale
        ProcFs procFs = new ProcFs(Path.of("/proc"));
        Console console = Console.ofProcess(System.getenv());
        int code;
        try (WorkerProcessPool workers = new WorkerProcessPool()) {
            TargetConnector connector = new TargetConnector(procFs, workers);
            code = new CommandLineApp(console, connector, System.getenv()).run(args);
        }
        if (code != 0) {
            System.exit(code);
        }
        // No System.exit for 0: it opens every jar first to look for a logger.
    }
}
