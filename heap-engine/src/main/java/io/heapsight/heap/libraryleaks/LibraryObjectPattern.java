/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.libraryleaks;

import java.util.List;
import java.util.regex.Pattern;

/**
 * A pattern for the names of classes with objects that accumulate in a leak, below any holder.
 *
 * @param className matches the class name as in Java source
 */
record LibraryObjectPattern(Pattern className, LibraryLeakText kind) {
    static final List<LibraryObjectPattern> ALL =
            List.of(
                    pattern(
                            "\\S*(PreparedStatement|CallableStatement|JdbcStatement"
                                    + "|EmbedStatement|StatementImpl"
                                    + "|JDBCStatement|PgStatement|ResultSetImpl|EmbedResultSet)\\w*",
                            LibraryLeakTexts.STATEMENTS),
                    pattern(
                            "\\S*(CumulativeCounter|StepCounter|Counter\\$Child|Gauge\\$Child)",
                            LibraryLeakTexts.METERS),
                    pattern(
                            "\\S*(StandardSession|HttpSession\\w*|\\.session\\.Session)",
                            LibraryLeakTexts.SESSIONS),
                    pattern("\\S*(EntityEntry\\w*|EntityKey)", LibraryLeakTexts.ENTITIES),
                    pattern("\\S*(LoggingEvent|LogEvent|LogRecord)", LibraryLeakTexts.LOG_EVENTS),
                    pattern(
                            "\\S*(WheelTimeout|TimerTask|TimerTaskEntry|TimerHandler)",
                            LibraryLeakTexts.TIMEOUTS),
                    pattern("\\S*\\.TaskQueue\\$\\w*Task", LibraryLeakTexts.ORDERED),
                    pattern("\\S*(Envelope)", LibraryLeakTexts.MESSAGES),
                    pattern(
                            "\\S*(PooledObject|PoolEntry|PooledConnection)",
                            LibraryLeakTexts.POOLED),
                    pattern(
                            "(?!java\\.|javax\\.swing|sun\\.|jdk\\.|\\S*Future)"
                                    + "\\S*(Listener|Observer|Subscriber|Subscription"
                                    + "|Disposable|EventHandler|MessageConsumer)(Impl)?",
                            LibraryLeakTexts.LISTENERS),
                    pattern(
                            "(?!java\\.)\\S*Future\\S*(Listener|Callback)",
                            LibraryLeakTexts.CALLBACKS),
                    pattern(
                            "\\S*\\.(SessionFactoryImpl|EntityManagerFactoryImpl"
                                    + "|HikariDataSource|HikariPool|BasicDataSource"
                                    + "|ComboPooledDataSource|VertxImpl|ActorSystemImpl)",
                            LibraryLeakTexts.COMPONENTS),
                    pattern(
                            "\\S*\\.(OkHttpClient|HttpClientImpl|InternalHttpClient"
                                    + "|InternalHttpAsyncClient|KafkaProducer|KafkaConsumer"
                                    + "|JedisPool|ObjectMapper|JAXBContextImpl"
                                    + "|awssdk\\.services\\.\\S*\\.Default\\w+Client|MongoClientImpl"
                                    + "|ManagedChannelImpl"
                                    + "|context\\.\\S*ApplicationContext)",
                            LibraryLeakTexts.CLIENTS),
                    pattern(
                            "com\\.sun\\.jmx\\.mbeanserver\\.NamedObject",
                            LibraryLeakTexts.MBEANS));

    private static LibraryObjectPattern pattern(String className, LibraryLeakText kind) {
        return new LibraryObjectPattern(Pattern.compile(className), kind);
    }

    boolean matches(String name) {
        return className.matcher(name).matches();
    }
}
