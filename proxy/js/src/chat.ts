/** The sample page: a topic as a room. */
import { FeigeClient, FeigeError, type Message, type State } from './feige.js';

const HISTORY_MS = 3_600_000;
const MOST_SHOWN = 1_000;

const WORDS: Record<State, string> = {
  connecting: 'Connecting…',
  open: 'Connected.',
  waiting: 'The connection is lost; trying again…',
  refused: 'The cluster does not let you in: check user and password.',
  closed: 'Closed.',
};

function element<T extends HTMLElement>(id: string): T {
  return document.getElementById(id) as T;
}

function value(id: string): string {
  return element<HTMLInputElement>(id).value.trim();
}

function show(state: string): void {
  element('state').textContent = state;
}

/** Texts of others are text, whatever they look like. */
function line(name: string, text: string, time: string): HTMLLIElement {
  const item = document.createElement('li');
  const when = document.createElement('time');
  const who = document.createElement('strong');
  when.dateTime = time;
  when.textContent = new Date(time).toLocaleTimeString();
  who.textContent = ` ${name}: `;
  item.append(when, who, text);
  return item;
}

function add(item: HTMLLIElement): void {
  const list = element('messages');
  list.append(item);
  while (list.childElementCount > MOST_SHOWN) {
    list.firstElementChild?.remove();
  }
  item.scrollIntoView({ block: 'nearest' });
}

/** Where passwords may go: to where the page is from. On this machine other ports will do, to try what becomes of a proxy's end. */
function urls(): string[] {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  const isOwn = ['localhost', '127.0.0.1'].includes(location.hostname);
  const ports = (isOwn ? new URLSearchParams(location.search).get('ports') : null) ?? location.port;
  return ports.split(',').map((port) => `${scheme}://${location.hostname}${port ? `:${Number(port)}` : ''}/v1/ws`);
}

function listen(feige: FeigeClient, topic: string): void {
  feige.subscribe(
    topic,
    (message: Message) =>
      add(line(String(message.headers?.name ?? 'somebody'), message.body ?? '…', message.publishTime)),
    { from: new Date(Date.now() - HISTORY_MS).toISOString(), onError: (error) => show(error.message) },
  );
}

function enter(): void {
  const topic = value('topic');
  const user = value('user');
  const feige = new FeigeClient({
    urls: urls(),
    ...(user ? { credentials: { user, password: value('password') } } : {}),
    onState: (state) => show(WORDS[state]),
    onNotice: (text) => show(text),
  });
  const say = async (text: string): Promise<boolean> => {
    try {
      await feige.publish(topic, { body: text, headers: { name: value('name') } });
      return true;
    } catch (error) {
      if (feige.state !== 'refused') {
        show(error instanceof FeigeError ? `Not sent: ${error.message}` : String(error));
      }
      return false;
    }
  };
  // The first message makes the topic, where the cluster lets it.
  void say('has come in').then((isIn) => isIn && listen(feige, topic));
  element('enter').hidden = true;
  element('room').hidden = false;
  element<HTMLFormElement>('say').onsubmit = (event) => {
    event.preventDefault();
    const text = element<HTMLInputElement>('text');
    const said = text.value;
    text.value = '';
    void say(said);
  };
  element('text').focus();
}

element<HTMLFormElement>('enter').onsubmit = (event) => {
  event.preventDefault();
  enter();
};
