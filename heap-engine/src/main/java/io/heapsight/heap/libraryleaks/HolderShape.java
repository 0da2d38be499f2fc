/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.libraryleaks;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A library class that holds many objects, by its name: a registry of meters, a manager of
 * sessions, a mailbox. Most patterns match this name in any library.
 *
 * @param className matches the name of the class or a superclass, as in Java source
 * @param counter the field with the number of objects; "" to count the largest collection below
 */
record HolderShape(Pattern className, String counter, LibraryKind kind) {
    static final List<HolderShape> ALL =
            List.of(
                    shape("(Meter|Metrics?|Collector)Registry", LibraryKindTexts.METERS),
                    shape("io\\.prometheus\\.client\\.SimpleCollector", LibraryKindTexts.METERS),
                    shape("(StatefulMetric|MetricStorage)", LibraryKindTexts.METERS),
                    shape("catalina\\.session\\.ManagerBase", LibraryKindTexts.SESSIONS),
                    shape(
                            "(Session(Cache|DataStore|Manager|Repository))",
                            LibraryKindTexts.SESSIONS),
                    shape("(PersistenceContext|UnitOfWorkImpl)", LibraryKindTexts.ENTITIES),
                    shape("Async(Appender\\w*|Handler|LogWriter)", LibraryKindTexts.LOG_EVENTS),
                    shape("(SingleThreadEventExecutor|EventLoop)", LibraryKindTexts.LOOP_TASKS),
                    shape(
                            "(?<!java\\.util)\\.(TaskQueue|OrderedExecutor|SequentialExecutor"
                                    + "|SerializingExecutor)",
                            LibraryKindTexts.ORDERED),
                    new HolderShape(
                            Pattern.compile("\\S*HashedWheelTimer"),
                            "pendingTimeouts",
                            LibraryKindTexts.TIMEOUTS),
                    shape("java\\.util\\.Timer", LibraryKindTexts.TIMEOUTS),
                    shape(
                            "(reactor\\.core|io\\.reactivex|rx\\.)\\S*Unicast\\w*",
                            LibraryKindTexts.SIGNALS),
                    shape("(SinkMany|SinkOne|Sinks)\\w*", LibraryKindTexts.SIGNALS),
                    shape("(PublishOn|ObserveOn|BackpressureBuffer)\\w*", LibraryKindTexts.SIGNALS),
                    shape("(Mailbox|MessageQueue)", LibraryKindTexts.MESSAGES),
                    shape("Generic(Keyed)?ObjectPool", LibraryKindTexts.POOLED),
                    shape("(Object|Connection|Resource)Pool", LibraryKindTexts.POOLED),
                    shape("com\\.sun\\.jmx\\.mbeanserver\\.Repository", LibraryKindTexts.MBEANS),
                    shape("(Singleton)?Bean(Registry|Factory)", LibraryKindTexts.BEANS),
                    shape(
                            "java\\.util\\.logging\\.Logger(\\$ConfigurationData)?",
                            LibraryKindTexts.HANDLERS),
                    shape("(EventBus\\w*|SubscriberRegistry)", LibraryKindTexts.LISTENERS),
                    shape(
                            "(Event|Application)\\w*(Multicaster|Publisher)",
                            LibraryKindTexts.LISTENERS),
                    shape(
                            "(PropertyChange|VetoableChange|Listener)Support",
                            LibraryKindTexts.LISTENERS),
                    shape(
                            "(Publish|Behavior|Async)(Subject|Processor)",
                            LibraryKindTexts.LISTENERS),
                    shape("Notification(Emitter|Broadcaster)Support", LibraryKindTexts.LISTENERS),
                    shape(
                            "(SettableFuture|AbstractFuture|FutureImpl|PromiseImpl)",
                            LibraryKindTexts.CALLBACKS),
                    shape("(Default|Abstract)?Promise", LibraryKindTexts.CALLBACKS),
                    shape(
                            "(TypeFactory|SerializerCache|DeserializerCache)",
                            LibraryKindTexts.TYPES),
                    new HolderShape(
                            Pattern.compile("\\S*FluxReplay\\$UnboundedReplayBuffer"),
                            "size",
                            LibraryKindTexts.REPLAYED),
                    shape("Replay(Subject|Processor)", LibraryKindTexts.REPLAYED),
                    shape(
                            "java\\.util\\.concurrent\\.SubmissionPublisher",
                            LibraryKindTexts.SIGNALS),
                    shape("java\\.io\\.Object(Out|In)putStream", LibraryKindTexts.HANDLES),
                    new HolderShape(
                            Pattern.compile("\\S*ChannelOutboundBuffer"),
                            "flushed",
                            LibraryKindTexts.WRITES),
                    shape("java\\.util\\.Observable", LibraryKindTexts.LISTENERS),
                    shape("DeploymentManager", LibraryKindTexts.DEPLOYMENTS),
                    shape("ChannelGroup", LibraryKindTexts.CHANNELS),
                    shape("(RAM)?JobStore", LibraryKindTexts.JOBS),
                    shape("WatchManager(Optimized)?", LibraryKindTexts.WATCHES),
                    shape("(LoggerContext|LoggerRegistry)", LibraryKindTexts.LOGGERS),
                    shape("UnboundedLocalCache", LibraryKindTexts.CACHE));

    private static HolderShape shape(String end, LibraryKind kind) {
        return new HolderShape(Pattern.compile("(\\S*[\\w.$])?" + end), "", kind);
    }

    /** The shape of a class by its name as in Java source. */
    static Optional<HolderShape> of(String className) {
        for (HolderShape each : ALL) {
            if (each.className.matcher(className).matches()) {
                return Optional.of(each);
            }
        }
        return Optional.empty();
    }
}
