package io.feige.proxy.session;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.feige.client.Job;
import io.feige.proxy.answer.Json;
import io.feige.proxy.verb.JobJson;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * What a worker is told: a request to work on, or that nobody wants the answer to one any more.
 *
 * @param event {@code job} or {@code unwanted}
 * @param number of the job, which the session gives
 * @param job null: it is unwanted
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record JobTold(String event, long subscription, long number, @Nullable JobJson job) {
  static JobTold of(long subscription, long number, Job job) {
    return new JobTold("job", subscription, number, JobJson.of(job));
  }

  static JobTold unwanted(long subscription, long number) {
    return new JobTold("unwanted", subscription, number, null);
  }

  byte[] json() {
    return Json.text(this).getBytes(StandardCharsets.UTF_8);
  }
}
