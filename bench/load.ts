import { setTimeout } from 'node:timers/promises';
import { Pool, type FormData } from 'undici';

/** Times are in milliseconds. */
export interface Load {
  perSecond: number;
  p50: number;
  p99: number;
  longest: number;
  failures: number;
}

interface Sample {
  seconds: number;
  times: number[];
  failures: number;
}

type Send = () => Promise<unknown>;

/** Each sender waits for the response before it sends its next request. */
export async function sample(send: Send, options: { connections: number; seconds: number }): Promise<Sample> {
  const times: number[] = [];
  let failures = 0;
  const started = performance.now();
  const end = started + options.seconds * 1000;
  const keepSending = async () => {
    while (performance.now() < end) {
      const sent = performance.now();
      await send().catch(() => (failures += 1));
      times.push(performance.now() - sent);
    }
  };
  await Promise.all(Array.from({ length: options.connections }, keepSending));
  return { seconds: (performance.now() - started) / 1000, times, failures };
}

const turns = 4;

/**
 * Measures several kinds of load by turns, so that changes in the machine's speed affect all equally. The first round
 * warms the server up and does not count.
 */
export async function measureInTurn<Name extends string>(
  loads: Record<Name, (seconds: number) => Promise<Sample>>,
  seconds: number,
): Promise<Record<Name, Load>> {
  const names = Object.keys(loads) as Name[];
  const samples = new Map<Name, Sample[]>(names.map((name) => [name, []]));
  for (let turn = 0; turn <= turns; turn += 1) {
    for (const name of names) {
      const one = await loads[name](seconds / turns);
      if (turn > 0) samples.get(name)?.push(one);
      await setTimeout(200);
    }
  }
  const entries = names.map((name) => [name, summarize(samples.get(name) ?? [])] as const);
  return Object.fromEntries(entries) as Record<Name, Load>;
}

export function summarize(samples: Sample[]): Load {
  const times = samples.flatMap((one) => one.times).toSorted((a, b) => a - b);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return {
    perSecond: times.length / samples.reduce((sum, one) => sum + one.seconds, 0),
    p50: at(0.5),
    p99: at(0.99),
    longest: at(1),
    failures: samples.reduce((sum, one) => sum + one.failures, 0),
  };
}

export function describe(load: Load): string {
  const times = `p50 ${load.p50.toFixed(1)} ms, p99 ${load.p99.toFixed(1)} ms, longest ${load.longest.toFixed(0)} ms`;
  return `${load.perSecond.toFixed(0).padStart(6)}/s  ${times}${load.failures > 0 ? `, ${load.failures} FAILED` : ''}`;
}

interface Request {
  method?: 'GET' | 'POST' | 'PATCH';
  path: string;
  token?: string;
  headers?: Record<string, string>;
  json?: unknown;
  form?: FormData;
}

export interface Caller {
  /** Sends one request and reads the whole response. Throws when the request fails. */
  call(request: Request): Promise<unknown>;
  /** Sends one request and returns the HTTP status, even of a failure. */
  ask(request: Request): Promise<number>;
  close(): Promise<void>;
}

/** Opens an HTTP client that keeps its network connections open. */
export function openCaller(url: string, connections: number): Caller {
  const pool = new Pool(url, { connections, pipelining: 1 });
  const send = ({ method = 'GET', path, token, headers, json, form }: Request) =>
    pool.request({
      method,
      path: `/api${path}`,
      headers: {
        ...headers,
        ...(token && { authorization: `Bearer ${token}` }),
        ...(json !== undefined && { 'content-type': 'application/json' }),
      },
      body: json === undefined ? form : JSON.stringify(json),
    });
  return {
    async call(request) {
      const { statusCode, body } = await send(request);
      const text = await body.text();
      if (statusCode >= 300)
        throw new Error(`${request.method ?? 'GET'} ${request.path} answered ${statusCode}: ${text}`);
      return text && (JSON.parse(text) as unknown);
    },
    async ask(request) {
      const { statusCode, body } = await send(request);
      await body.arrayBuffer();
      return statusCode;
    },
    close: () => pool.close(),
  };
}
