// clients.mjs FEIGE CLUSTER PORT PORT: the launcher, the folder of a cluster, and where its proxies proxy-1 and proxy-2 speak MQTT.
// Each client publishes while nothing happens, while the active node is killed, and while the proxy is killed that mqtt.js's
// subscribers are connected to. Fails if a message that was acked is lost, or if one of QoS 2 comes twice.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import mqtt from 'mqtt';

const [feige, cluster, first, second] = process.argv.slice(2);
const MESSAGES = 500;
const IN_FLIGHT = 50;
const PATIENCE_MILLIS = 90_000;

/** What comes to a subscriber, and what was acked to its publisher. */
class Client {
  acked = new Set();
  got = new Map();

  constructor(name, qos) {
    this.name = `${name}, QoS ${qos}`;
    this.qos = qos;
    this.topic = `clients/${name.replaceAll(' ', '-')}/${qos}`;
  }

  came(body) {
    this.got.set(body, (this.got.get(body) ?? 0) + 1);
  }

  lost() {
    return [...this.acked].filter((body) => !this.got.has(body)).length;
  }

  doubled() {
    return [...this.got.values()].filter((times) => times > 1).length;
  }
}

class MqttJs extends Client {
  constructor(version, qos) {
    super(`mqtt.js ${version === 4 ? '3.1.1' : '5'}`, qos);
    this.version = version;
  }

  connect(id, ports) {
    const client = mqtt.connect({
      servers: ports.map((port) => ({ host: '127.0.0.1', port: Number(port), protocol: 'mqtt' })),
      clientId: `${this.topic}/${id}`,
      protocolVersion: this.version,
      clean: false,
      ...(this.version === 5 ? { properties: { sessionExpiryInterval: 600 } } : {}),
      reconnectPeriod: 50,
      connectTimeout: 3_000,
    });
    // It connects again by itself.
    client.on('error', () => {});
    return client;
  }

  async subscribe() {
    this.subscriber = this.connect('subscriber', [first, second]);
    this.subscriber.on('message', (_, body) => this.came(body.toString()));
    await this.subscriber.subscribeAsync(this.topic, { qos: this.qos });
    this.publisher = this.connect('publisher', [second, first]);
  }

  async publish(phase) {
    const waiting = new Set();
    for (let i = 0; i < MESSAGES; i++) {
      const body = `${phase} ${i}`;
      const done = this.publisher.publishAsync(this.topic, body, { qos: this.qos }).then(() => this.acked.add(body));
      waiting.add(done);
      done.finally(() => waiting.delete(done));
      if (waiting.size >= IN_FLIGHT) {
        await Promise.race(waiting);
      }
    }
    await Promise.all(waiting);
  }
}

/** Both of its programs know one server only, which is the proxy that stays. */
class Mosquitto extends Client {
  constructor(qos) {
    super('mosquitto', qos);
  }

  arguments(id) {
    return ['-p', second, '-q', `${this.qos}`, '-t', this.topic, '-i', `${this.topic}/${id}`];
  }

  async subscribe() {
    // Line by line, though nobody sees it.
    this.subscriber = spawn('stdbuf', ['-oL', 'mosquitto_sub', '-c', '-d', ...this.arguments('subscriber')]);
    process.on('exit', () => this.subscriber.kill());
    const lines = createInterface({ input: this.subscriber.stdout });
    const subscribed = new Promise((done) => lines.on('line', (line) => line.startsWith('Subscribed') && done()));
    lines.on('line', (line) => /^\S+ \d+$/.test(line) && this.came(line));
    await subscribed;
  }

  async publish(phase) {
    const publisher = spawn('mosquitto_pub', ['-l', ...this.arguments('publisher')], {
      stdio: ['pipe', 'inherit', 'inherit'],
    });
    const bodies = Array.from({ length: MESSAGES }, (_, i) => `${phase} ${i}`);
    for (let i = 0; i < MESSAGES; i += IN_FLIGHT) {
      publisher.stdin.write(bodies.slice(i, i + IN_FLIGHT).join('\n') + '\n');
      await sleep(50);
    }
    publisher.stdin.end();
    const [code] = await once(publisher, 'exit');
    if (code !== 0) {
      throw new Error(`mosquitto_pub has ended with ${code}`);
    }
    bodies.forEach((body) => this.acked.add(body));
  }
}

/** Nobody could take over otherwise. */
async function isInSync() {
  const { stdout } = await promisify(execFile)(feige, ['status', '--json']);
  return JSON.parse(stdout).pairs.every((pair) => pair.serving && pair.inSync.length === 2);
}

function kill(name) {
  process.kill(Number(readFileSync(`${cluster}/${name}.pid`, 'utf8')), 'SIGKILL');
  console.log(`${name} is killed`);
}

/** Waits until it is so, for a while. */
async function comesToBe(condition) {
  const deadline = Date.now() + PATIENCE_MILLIS;
  while (!(await condition()) && Date.now() < deadline) {
    await sleep(20);
  }
}

const clients = [
  ...[4, 5].flatMap((version) => [1, 2].map((qos) => new MqttJs(version, qos))),
  ...[1, 2].map((qos) => new Mosquitto(qos)),
];
await Promise.all(clients.map((client) => client.subscribe()));
for (const victim of ['nobody', 'node-1', 'proxy-1']) {
  if (victim === 'node-1') {
    await comesToBe(isInSync);
  }
  const before = clients[0].acked.size;
  const published = Promise.all(clients.map((client) => client.publish(victim)));
  if (victim !== 'nobody') {
    await comesToBe(() => clients[0].acked.size > before + MESSAGES / 5);
    kill(victim);
  }
  await Promise.race([
    published,
    sleep(PATIENCE_MILLIS).then(() => {
      throw new Error(`not everything is acked ${PATIENCE_MILLIS / 1000} s after ${victim} was killed`);
    }),
  ]);
}
await comesToBe(() => clients.every((client) => client.lost() === 0));
for (const client of clients) {
  console.log(`${client.name}: acked ${client.acked.size}, lost ${client.lost()}, doubled ${client.doubled()}`);
}
const isRight = clients.every((client) => client.lost() === 0 && (client.qos < 2 || client.doubled() === 0));
process.exit(isRight ? 0 : 1);
