/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.loader;

import io.heapsight.attach.JcmdCommand;
import io.heapsight.jvm.TargetConnection;
import io.heapsight.jvm.TargetJvm;
import io.heapsight.operation.OperationGate;
import io.heapsight.operation.OperationKind;
import io.heapsight.operation.OperationRequest;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.Reading;
import java.time.Duration;

/**
 * Measures the metaspace of class loaders. Measurements pass the {@link OperationGate}, because the
 * JVM counts at a safepoint.
 *
 * <p>Thread-safe.
 */
public final class LoaderMeter {
    private static final JcmdCommand COMMAND = JcmdCommand.of("VM.classloader_stats");

    private final OperationGate operations;
    private final Duration timeout;

    /**
     * The dependencies of a measurement.
     *
     * @param timeout of the command to the target
     */
    public LoaderMeter(OperationGate operations, Duration timeout) {
        this.operations = operations;
        this.timeout = timeout;
    }

    /**
     * Measures the metaspace of all class loaders.
     *
     * @param caller for the audit log
     * @throws ProblemException also if the JVM has no such command
     */
    public MetaspaceByLoaderClass measure(
            TargetConnection connection, String caller, CancelSignal cancel)
            throws ProblemException {
        TargetJvm jvm = connection.jvm();
        return operations.run(
                new OperationRequest(OperationKind.LOADERS, jvm.pid(), jvm.name(), caller, cancel),
                operation -> {
                    Reading<MetaspaceByLoaderClass> read =
                            connection.ask(
                                    COMMAND, timeout, operation.cancel(), LoaderTableReader::read);
                    if (read instanceof Reading.Missing<MetaspaceByLoaderClass>(String reason)) {
                        throw new ProblemException(
                                new Problem(
                                        Problem.Kind.UNAVAILABLE,
                                        "The target did not count its class loaders",
                                        jvm.label() + ": " + reason,
                                        "Compare with jcmd PID VM.classloader_stats in the target's"
                                                + " container."));
                    }
                    return read.toOptional().orElseThrow();
                });
    }
}
