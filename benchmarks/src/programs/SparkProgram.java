/* SPDX-License-Identifier: Apache-2.0 */
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** Spark with a cached table, and a query with generated code. */
public final class SparkProgram {
    private SparkProgram() {}

    public static Object run() {
        SparkSession spark =
                SparkSession.builder().master("local[2]").config("spark.ui.enabled", "true").config("spark.ui.port", "0").getOrCreate();
        Dataset<Row> numbers = spark.range(300_000L * Held.SIZE).selectExpr("id", "id % 97 as k", "cast(id as string) as s").cache();
        numbers.createOrReplaceTempView("numbers");
        spark.sql("select k, count(*) n, max(s) m from numbers group by k order by n desc").collectAsList();
        return spark;
    }
}
