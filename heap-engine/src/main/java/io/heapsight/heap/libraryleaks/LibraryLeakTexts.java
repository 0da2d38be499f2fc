/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.libraryleaks;

/**
 * Defines the texts of all kinds of leaks through libraries: the accumulated objects, their minimum
 * numbers, the remedy.
 */
final class LibraryLeakTexts {
    static final LibraryLeakText METERS =
            new LibraryLeakText(
                    "metrics-registry",
                    "meters",
                    1_000,
                    3_000,
                    "Remove the tag or label whose values have no bound (a user, an ID, a "
                            + "raw path), or limit it: MeterFilter.maximumAllowableTags in "
                            + "Micrometer.",
                    "A healthy registry has some hundred meters: its tags have a fixed set "
                            + "of values.");

    static final LibraryLeakText SESSIONS =
            new LibraryLeakText(
                    "http-sessions",
                    "HTTP sessions",
                    2_000,
                    10_000,
                    "Set a session timeout, and create no session for robots, health checks "
                            + "and API calls (getSession(false)).",
                    "A healthy server expires idle sessions, after 30 min by default.");

    static final LibraryLeakText ENTITIES =
            new LibraryLeakText(
                    "persistence-context",
                    "entities",
                    2_000,
                    18_000,
                    "Call flush() and clear() after each batch of rows, close the session, "
                            + "or use a StatelessSession.",
                    "A healthy session ends with its request or batch, with some hundred "
                            + "entities.");

    static final LibraryLeakText STATEMENTS =
            new LibraryLeakText(
                    "jdbc-statements",
                    "statements",
                    200,
                    500,
                    "Close each Statement and ResultSet (try-with-resources), and write "
                            + "values as parameters (?) instead of into the SQL text.",
                    "A healthy connection has a few open statements, and a statement cache "
                            + "with a bound.");

    static final LibraryLeakText CACHED_STATEMENTS =
            new LibraryLeakText(
                    "statement-caches",
                    "cached statements",
                    200,
                    LibraryLeakText.BOUNDED,
                    "Lower the size of the statement cache or of the connection pool if the "
                            + "heap is too small for them.",
                    "The statement cache of each connection has a bound and drops the least "
                            + "recently used.");

    static final LibraryLeakText LOG_EVENTS =
            new LibraryLeakText(
                    "log-queue",
                    "log events",
                    4_000,
                    10_000,
                    "See what the appender behind the queue waits for; make the queue "
                            + "smaller, or let it discard events.",
                    "A healthy appender writes as fast as the program logs: its queue is "
                            + "almost empty.");

    static final LibraryLeakText LOOP_TASKS =
            new LibraryLeakText(
                    "event-loop-queue",
                    "tasks",
                    1_000,
                    5_000,
                    "Move the work that blocks the event loop to a pool of its own (see a "
                            + "thread dump), and check isWritable() before writing more.",
                    "A healthy event loop never blocks: its queue is empty within "
                            + "milliseconds.");

    static final LibraryLeakText TIMEOUTS =
            new LibraryLeakText(
                    "timer-queue",
                    "timeouts",
                    2_000,
                    10_000,
                    "Cancel each timeout when its request is done, and make it hold no more "
                            + "than it needs.",
                    "A healthy program cancels timeouts: only those of requests under way "
                            + "are left.");

    static final LibraryLeakText CANCELLED_TIMEOUTS =
            new LibraryLeakText(
                    "cancelled-tasks",
                    "cancelled timeouts",
                    2_000,
                    2_000,
                    "Call purge() on the Timer after cancel(), or use a "
                            + "ScheduledThreadPoolExecutor with setRemoveOnCancelPolicy(true).",
                    "A Timer keeps a cancelled task until its time.");

    static final LibraryLeakText SIGNALS =
            new LibraryLeakText(
                    "reactive-queue",
                    "elements",
                    2_000,
                    10_000,
                    "Bound the queue (onBackpressureBuffer(n), onBackpressureDrop), or make "
                            + "the subscriber request as fast as the source emits.",
                    "A healthy pipeline has backpressure: its queues hold some hundred "
                            + "elements.");

    static final LibraryLeakText MESSAGES =
            new LibraryLeakText(
                    "mailbox",
                    "messages",
                    2_000,
                    10_000,
                    "See what the actor waits for, and give it a bounded mailbox.",
                    "A healthy actor empties its mailbox as fast as it is filled.");

    static final LibraryLeakText UNREAD =
            new LibraryLeakText(
                    "unread-messages",
                    "messages",
                    2_000,
                    10_000,
                    "See what the consumer waits for: one that is paused must be resumed. Give its "
                            + "queue a bound.",
                    "A healthy consumer reads messages as fast as they arrive.");

    static final LibraryLeakText ORDERED =
            new LibraryLeakText(
                    "ordered-queue",
                    "tasks",
                    1_000,
                    5_000,
                    "See in a thread dump what the running task waits for: the others run after "
                            + "it, one by one. Give it a timeout, or run tasks that may overtake "
                            + "each other unordered.",
                    "A healthy queue of ordered tasks is empty within milliseconds.");

    static final LibraryLeakText WAITERS =
            new LibraryLeakText(
                    "pool-waiters",
                    "callers that wait for a connection",
                    1_000,
                    5_000,
                    "See why connections come back late, such as a slow peer or unread responses, "
                            + "and bound the pool's wait queue and time.",
                    "A healthy pool has a connection for each caller within milliseconds.");

    static final LibraryLeakText POOLED =
            new LibraryLeakText(
                    "object-pool",
                    "pooled objects",
                    200,
                    1_000,
                    "Return each borrowed object in a finally block, set maxTotal, and turn "
                            + "on removeAbandonedOnBorrow to find the code that keeps them.",
                    "A healthy pool has as many objects as threads that use them at once.");

    static final LibraryLeakText CACHE =
            new LibraryLeakText(
                    "unbounded-cache",
                    "entries",
                    5_000,
                    20_000,
                    "Give the cache a bound: maximumSize, maximumWeight or " + "expireAfterWrite.",
                    "A healthy cache has a bound on its size or its age; this one has none.");

    static final LibraryLeakText LISTENERS =
            new LibraryLeakText(
                    "listeners",
                    "listeners",
                    1_000,
                    5_000,
                    "Remove each listener or subscription when its owner goes, or hold it "
                            + "by a weak reference.",
                    "A healthy program removes listeners: as many are left as owners are in "
                            + "use.");

    static final LibraryLeakText CALLBACKS =
            new LibraryLeakText(
                    "pending-future",
                    "callbacks",
                    1_000,
                    5_000,
                    "Complete the future, also on failure and timeout (orTimeout), or "
                            + "cancel it.",
                    "A healthy future completes within its timeout, and drops its " + "callbacks.");

    static final LibraryLeakText MBEANS =
            new LibraryLeakText(
                    "mbeans",
                    "MBeans",
                    1_000,
                    4_000,
                    "Call unregisterMBean when the object behind the MBean is closed.",
                    "A healthy program registers an MBean per component, some hundred in "
                            + "all.");

    static final LibraryLeakText FILES =
            new LibraryLeakText(
                    "delete-on-exit",
                    "file names",
                    2_000,
                    10_000,
                    "Delete temporary files when they are done with: File.deleteOnExit "
                            + "keeps each name until the JVM ends.",
                    "A healthy program marks a few files for its end.");

    static final LibraryLeakText HOOKS =
            new LibraryLeakText(
                    "shutdown-hooks",
                    "shutdown hooks",
                    50,
                    200,
                    "Register one hook for all, or call removeShutdownHook when its owner "
                            + "is closed.",
                    "A healthy program has fewer than ten shutdown hooks.");

    static final LibraryLeakText BEANS =
            new LibraryLeakText(
                    "bean-registry",
                    "beans",
                    2_000,
                    5_000,
                    "Don't register a bean per request or tenant, or remove it again "
                            + "(destroySingleton, removeBeanDefinition).",
                    "A healthy container has the beans of its configuration, up to some "
                            + "thousand.");

    static final LibraryLeakText HANDLERS =
            new LibraryLeakText(
                    "log-handlers",
                    "log handlers",
                    100,
                    500,
                    "Call removeHandler and close() when the job ends that added the " + "handler.",
                    "A healthy logger has one or two handlers.");

    static final LibraryLeakText BUNDLES =
            new LibraryLeakText(
                    "resource-bundles",
                    "resource bundles",
                    500,
                    2_000,
                    "Look bundles up by the locales that have texts, not by a locale per "
                            + "user.",
                    "A healthy program has a bundle per file of texts and language.");

    static final LibraryLeakText TYPES =
            new LibraryLeakText(
                    "type-cache",
                    "types",
                    5_000,
                    20_000,
                    "Use one ObjectMapper, JAXBContext or TypeFactory for all, and no type "
                            + "that is built per request.",
                    "A healthy type cache has an entry per class that is read or written.");

    static final LibraryLeakText DRIVERS =
            new LibraryLeakText(
                    "jdbc-drivers",
                    "JDBC drivers",
                    20,
                    100,
                    "Call DriverManager.deregisterDriver when the application stops.",
                    "A healthy program has a driver per database.");

    static final LibraryLeakText REPLAYED =
            new LibraryLeakText(
                    "replay-buffer",
                    "elements",
                    2_000,
                    10_000,
                    "Give the replay a bound: Sinks.many().replay().limit(n or duration), "
                            + "ReplaySubject.createWithSize or createWithTime.",
                    "A healthy replay keeps the last elements, not all that ever were.");

    static final LibraryLeakText HANDLES =
            new LibraryLeakText(
                    "stream-handles",
                    "handles",
                    2_000,
                    10_000,
                    "Call reset() on the ObjectOutputStream after each message, or "
                            + "writeUnshared: it keeps all that it has written, to refer to it.",
                    "A healthy object stream is reset, or closed after a few messages.");

    static final LibraryLeakText WRITES =
            new LibraryLeakText(
                    "outbound-buffer",
                    "pending writes",
                    1_000,
                    5_000,
                    "Write only while channel.isWritable() (channelWritabilityChanged), and "
                            + "close channels whose peer does not read.",
                    "A healthy channel has a few pending writes: its peer reads.");

    static final LibraryLeakText CHANNELS =
            new LibraryLeakText(
                    "channel-group",
                    "channels",
                    1_000,
                    20_000,
                    "Close channels that are idle (IdleStateHandler), and add each to the "
                            + "group once: a closed channel leaves it.",
                    "A healthy group has as many channels as clients are connected.");

    static final LibraryLeakText JOBS =
            new LibraryLeakText(
                    "scheduled-jobs",
                    "jobs",
                    1_000,
                    5_000,
                    "Schedule one job that looks up what is due, or keep the jobs in a "
                            + "database (JDBC job store); delete those that are done.",
                    "A healthy scheduler has a job per task of the program, some hundred.");

    static final LibraryLeakText WATCHES =
            new LibraryLeakText(
                    "watches",
                    "watches",
                    2_000,
                    50_000,
                    "Remove watches with removeWatches, and close sessions that are done; "
                            + "clients that watch single nodes can watch their parent.",
                    "A healthy client watches a few nodes; a watch goes when it has fired.");

    static final LibraryLeakText LOGGERS =
            new LibraryLeakText(
                    "loggers",
                    "loggers",
                    5_000,
                    15_000,
                    "Name loggers by class, not by request or user: a logging framework "
                            + "keeps each logger. Use the MDC for what differs.",
                    "A healthy program has a logger per class.");

    static final LibraryLeakText DEPLOYMENTS =
            new LibraryLeakText(
                    "deployments",
                    "deployments",
                    200,
                    1_000,
                    "Undeploy each verticle or application that is done with, and deploy none "
                            + "per user or request.",
                    "A healthy program deploys its parts once.");

    static final LibraryLeakText COMPONENTS =
            new LibraryLeakText(
                    "components",
                    "components",
                    10,
                    20,
                    "Make one for all, and use it again; close each that is not needed any more.",
                    "A healthy program has one of it, or one per database or server that it uses.");

    static final LibraryLeakText CLIENTS = COMPONENTS.withMany(100);

    private LibraryLeakTexts() {}
}
