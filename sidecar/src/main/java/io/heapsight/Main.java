/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight;

import io.heapsight.cli.CommandLineApp;
import io.heapsight.cli.Console;
import io.heapsight.proc.ProcFs;
import io.heapsight.target.TargetConnector;
import java.nio.file.Path;

/** The program: wiring by constructors, then one command. */
public final class Main {
    private Main() {}

    public static void main(String[] args) {
        ProcFs procFs = new ProcFs(Path.of("/proc"));
        TargetConnector connector = new TargetConnector(procFs);
        Console console = new Console(System.out, System.err);
        int code = new CommandLineApp(console, procFs, connector, System.getenv()).run(args);
        System.exit(code);
    }
}
