import { request, type IncomingMessage } from 'node:http';
import { request as secureRequest } from 'node:https';

/** Somebody who looks on as a browser does, without a browser. */
export class Follower {
  private answer: IncomingMessage | undefined;
  private text = '';
  /** Events of the status so far. */
  statuses = 0;
  /** What the last of them had. */
  last: unknown;
  /** When the condition was first true, in milliseconds; undefined: not yet. */
  since: number | undefined;
  awaited: ((status: unknown) => boolean) | undefined;

  async begin(base: string, token: string): Promise<void> {
    const ask = base.startsWith('https') ? secureRequest : request;
    const answer = await new Promise<IncomingMessage>((done, fail) => {
      const asked = ask(
        `${base}/api/v1/live`,
        { headers: { Authorization: `Bearer ${token}` }, rejectUnauthorized: false, agent: false },
        done,
      );
      asked.on('error', fail);
      asked.end();
    });
    if (answer.statusCode !== 200) {
      throw new Error(`not let in: ${String(answer.statusCode)}`);
    }
    answer.setEncoding('utf8');
    answer.on('data', (part: string) => this.take(part));
    answer.on('error', () => undefined);
    this.answer = answer;
  }

  end(): void {
    this.answer?.destroy();
  }

  private take(part: string): void {
    this.text += part;
    const events = this.text.split('\n\n');
    this.text = events.pop() ?? '';
    for (const event of events.filter((each) => each.startsWith('event: status'))) {
      this.statuses++;
      this.last = JSON.parse(event.replace(/^event: .*$/m, '').replace(/^data: /gm, ''));
      if (this.since === undefined && this.awaited?.(this.last) === true) {
        this.since = Date.now();
      }
    }
  }
}
