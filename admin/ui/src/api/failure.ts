import type { components } from './schema';

export type Problem = components['schemas']['Problem'];

/** Whether something is different now. */
export type Changed = 'no' | 'unknown' | 'asked-nothing';

/** A request that was not answered as hoped. */
export class Failure extends Error {
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly whatToDo: string;
  /** Where the token lies that is wanted; empty: another one is, or none. */
  readonly tokenFile: string;
  readonly changed: Changed;
  readonly retryAfterSeconds: number | undefined;

  private constructor(of: Omit<Failure, 'name' | 'message' | 'stack' | 'cause'>) {
    super(of.detail);
    this.name = 'Failure';
    this.status = of.status;
    this.code = of.code;
    this.detail = of.detail;
    this.whatToDo = of.whatToDo;
    this.tokenFile = of.tokenFile;
    this.changed = of.changed;
    this.retryAfterSeconds = of.retryAfterSeconds;
  }

  static of(status: number, problem: Problem | undefined, changes: boolean, headers: Headers): Failure {
    const code = typeof problem?.code === 'string' ? problem.code : '';
    const wait = Number(headers.get('Retry-After') ?? Number.NaN);
    return new Failure({
      status,
      code,
      detail: problem?.detail ?? '',
      whatToDo: problem?.whatToDo ?? '',
      tokenFile: problem?.tokenFile ?? '',
      changed: changes ? changed(status, code) : 'asked-nothing',
      retryAfterSeconds: Number.isFinite(wait) ? wait : undefined,
    });
  }

  /** No answer came at all. */
  static unreachable(changes: boolean): Failure {
    const changed = changes ? 'unknown' : 'asked-nothing';
    return new Failure({
      status: 0,
      code: '',
      detail: '',
      whatToDo: '',
      tokenFile: '',
      changed,
      retryAfterSeconds: undefined,
    });
  }
}

/** What is refused was not done; of what broke on the way nobody knows. */
function changed(status: number, code: string): Changed {
  const isRefused = status >= 400 && status < 500 && status !== 408;
  return isRefused && !code.endsWith('UNKNOWN') ? 'no' : 'unknown';
}
