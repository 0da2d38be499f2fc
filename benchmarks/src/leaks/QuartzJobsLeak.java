/* SPDX-License-Identifier: Apache-2.0 */
import java.util.Properties;
import org.quartz.Job;
import org.quartz.JobBuilder;
import org.quartz.JobExecutionContext;
import org.quartz.Scheduler;
import org.quartz.TriggerBuilder;
import org.quartz.impl.StdSchedulerFactory;

/** A job per order, scheduled for next year. */
public final class QuartzJobsLeak {
    public static final class Remind implements Job {
        @Override
        public void execute(JobExecutionContext context) {}
    }

    public static void run() throws Exception {
        Catalogue.fill(4);
        Properties settings = new Properties();
        settings.setProperty("org.quartz.threadPool.threadCount", "2");
        settings.setProperty("org.quartz.scheduler.skipUpdateCheck", "true");
        Scheduler scheduler = new StdSchedulerFactory(settings).getScheduler();
        scheduler.start();
        java.util.Date nextYear = new java.util.Date(System.currentTimeMillis() + 31_536_000_000L);
        for (int i = 0; i < 6_000; i++) {
            scheduler.scheduleJob(
                    JobBuilder.newJob(Remind.class).withIdentity("remind-" + i).usingJobData("text", Plant.text(i)).build(),
                    TriggerBuilder.newTrigger().withIdentity("at-" + i).startAt(nextYear).build());
        }
    }
}
