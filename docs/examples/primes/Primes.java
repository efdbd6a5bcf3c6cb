import io.feige.client.FeigeClient;
import io.feige.client.Job;
import io.feige.client.Reply;
import io.feige.client.Worker;

/** A stage of the flow primes: Primes STAGE ADMIN CONCURRENCY. */
final class Primes {
  private Primes() {}

  public static void main(String[] arguments) throws InterruptedException {
    String stage = arguments[0];
    int concurrency = Integer.parseInt(arguments[2]);
    try (FeigeClient feige = FeigeClient.builder().admin(arguments[1]).build();
        Worker worker =
            feige
                .worker("primes", stage)
                .concurrency(concurrency)
                .handle(stage.equals("parse") ? Primes::parse : Primes::compute)) {
      Thread.currentThread().join();
      System.out.println(worker.running() + " run");
    }
  }

  /** The number that is asked for: in the query, or as the body. */
  private static Reply parse(Job job) {
    String text =
        job.header("query.possible_prime").map(header -> header.text()).orElse(job.text()).strip();
    try {
      return Reply.next(Long.toString(positive(text)));
    } catch (NumberFormatException e) {
      return Reply.of(400, "ask ?possible_prime=NUMBER, or send the number as the body\n");
    }
  }

  private static long positive(String text) {
    long number = Long.parseLong(text);
    if (number < 2) {
      throw new NumberFormatException("below 2");
    }
    return number;
  }

  /** The number if it is prime, else 2, which is: by division, because it is to take a while. */
  private static Reply compute(Job job) throws InterruptedException {
    long number = Long.parseLong(job.text());
    for (long divisor = 2; divisor <= number / divisor; divisor++) {
      if (number % divisor == 0) {
        return Reply.of("2");
      }
      if (divisor % 1_000_000 == 0 && Thread.interrupted()) {
        throw new InterruptedException("nobody waits any more");
      }
    }
    return Reply.of(Long.toString(number));
  }
}
