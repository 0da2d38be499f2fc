/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.libraryleaks;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A pattern for the names of library classes that hold many objects: a registry of meters, a
 * manager of sessions, a mailbox. Most patterns match this name in any library.
 *
 * @param className matches the name of the class or a superclass, as in Java source
 * @param counter the field with the number of objects; "" to count the largest collection below
 */
record LibraryHolderPattern(Pattern className, String counter, LibraryLeakText kind) {
    static final List<LibraryHolderPattern> ALL =
            List.of(
                    pattern("(Meter|Metrics?|Collector)Registry", LibraryLeakTexts.METERS),
                    pattern("io\\.prometheus\\.client\\.SimpleCollector", LibraryLeakTexts.METERS),
                    pattern("(StatefulMetric|MetricStorage)", LibraryLeakTexts.METERS),
                    pattern("catalina\\.session\\.ManagerBase", LibraryLeakTexts.SESSIONS),
                    pattern(
                            "(Session(Cache|DataStore|Manager|Repository))",
                            LibraryLeakTexts.SESSIONS),
                    pattern("(PersistenceContext|UnitOfWorkImpl)", LibraryLeakTexts.ENTITIES),
                    pattern("Async(Appender\\w*|Handler|LogWriter)", LibraryLeakTexts.LOG_EVENTS),
                    pattern("(SingleThreadEventExecutor|EventLoop)", LibraryLeakTexts.LOOP_TASKS),
                    pattern(
                            "(?<!java\\.util)\\.(TaskQueue|OrderedExecutor|SequentialExecutor"
                                    + "|SerializingExecutor)",
                            LibraryLeakTexts.ORDERED),
                    new LibraryHolderPattern(
                            Pattern.compile("\\S*HashedWheelTimer"),
                            "pendingTimeouts",
                            LibraryLeakTexts.TIMEOUTS),
                    pattern("java\\.util\\.Timer", LibraryLeakTexts.TIMEOUTS),
                    pattern(
                            "(reactor\\.core|io\\.reactivex|rx\\.)\\S*Unicast\\w*",
                            LibraryLeakTexts.SIGNALS),
                    pattern("(SinkMany|SinkOne|Sinks)\\w*", LibraryLeakTexts.SIGNALS),
                    pattern(
                            "(PublishOn|ObserveOn|BackpressureBuffer)\\w*",
                            LibraryLeakTexts.SIGNALS),
                    pattern("(Mailbox|MessageQueue)", LibraryLeakTexts.MESSAGES),
                    pattern("Generic(Keyed)?ObjectPool", LibraryLeakTexts.POOLED),
                    pattern("(Object|Connection|Resource)Pool", LibraryLeakTexts.POOLED),
                    pattern("com\\.sun\\.jmx\\.mbeanserver\\.Repository", LibraryLeakTexts.MBEANS),
                    pattern("(Singleton)?Bean(Registry|Factory)", LibraryLeakTexts.BEANS),
                    pattern(
                            "java\\.util\\.logging\\.Logger(\\$ConfigurationData)?",
                            LibraryLeakTexts.HANDLERS),
                    pattern("(EventBus\\w*|SubscriberRegistry)", LibraryLeakTexts.LISTENERS),
                    pattern(
                            "(Event|Application)\\w*(Multicaster|Publisher)",
                            LibraryLeakTexts.LISTENERS),
                    pattern(
                            "(PropertyChange|VetoableChange|Listener)Support",
                            LibraryLeakTexts.LISTENERS),
                    pattern(
                            "(Publish|Behavior|Async)(Subject|Processor)",
                            LibraryLeakTexts.LISTENERS),
                    pattern("Notification(Emitter|Broadcaster)Support", LibraryLeakTexts.LISTENERS),
                    pattern(
                            "(SettableFuture|AbstractFuture|FutureImpl|PromiseImpl)",
                            LibraryLeakTexts.CALLBACKS),
                    pattern("(Default|Abstract)?Promise", LibraryLeakTexts.CALLBACKS),
                    pattern(
                            "(TypeFactory|SerializerCache|DeserializerCache)",
                            LibraryLeakTexts.TYPES),
                    new LibraryHolderPattern(
                            Pattern.compile("\\S*FluxReplay\\$UnboundedReplayBuffer"),
                            "size",
                            LibraryLeakTexts.REPLAYED),
                    pattern("Replay(Subject|Processor)", LibraryLeakTexts.REPLAYED),
                    pattern(
                            "java\\.util\\.concurrent\\.SubmissionPublisher",
                            LibraryLeakTexts.SIGNALS),
                    pattern("java\\.io\\.Object(Out|In)putStream", LibraryLeakTexts.HANDLES),
                    new LibraryHolderPattern(
                            Pattern.compile("\\S*ChannelOutboundBuffer"),
                            "flushed",
                            LibraryLeakTexts.WRITES),
                    pattern("java\\.util\\.Observable", LibraryLeakTexts.LISTENERS),
                    pattern("DeploymentManager", LibraryLeakTexts.DEPLOYMENTS),
                    pattern("ChannelGroup", LibraryLeakTexts.CHANNELS),
                    pattern("(RAM)?JobStore", LibraryLeakTexts.JOBS),
                    pattern("WatchManager(Optimized)?", LibraryLeakTexts.WATCHES),
                    pattern("(LoggerContext|LoggerRegistry)", LibraryLeakTexts.LOGGERS),
                    pattern("UnboundedLocalCache", LibraryLeakTexts.CACHE));

    private static LibraryHolderPattern pattern(String end, LibraryLeakText kind) {
        return new LibraryHolderPattern(Pattern.compile("(\\S*[\\w.$])?" + end), "", kind);
    }

    /** The pattern of a class by its name as in Java source. */
    static Optional<LibraryHolderPattern> of(String className) {
        for (LibraryHolderPattern each : ALL) {
            if (each.className.matcher(className).matches()) {
                return Optional.of(each);
            }
        }
        return Optional.empty();
    }
}
