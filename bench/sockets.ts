import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface RawAnswer {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

export interface Sockets {
  send: () => Promise<RawAnswer>;
  close: () => void;
}

/**
 * Sends one GET request again and again over network connections that stay open. It reads no more of an answer than its
 * length, because a complete HTTP client would need more processor time than the server that it measures.
 */
export function openSockets(url: string, path: string, headers: Record<string, string> = {}): Sockets {
  const { hostname, port, host } = new URL(url);
  const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  const request = Buffer.from(`GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`);
  const idle: Socket[] = [];
  const all = new Set<Socket>();

  async function open(): Promise<Socket> {
    const socket = connect(Number(port), hostname);
    socket.setNoDelay(true);
    all.add(socket);
    await once(socket, 'connect');
    return socket;
  }

  async function send(): Promise<RawAnswer> {
    const socket = idle.pop() ?? (await open());
    const { promise, resolve, reject } = Promise.withResolvers<RawAnswer>();
    let received: Buffer = Buffer.alloc(0);
    const onData = (chunk: Buffer) => {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
      const answer = readAnswer(received);
      if (answer) resolve(answer);
    };
    const onClose = () => reject(new Error(`The server closed the connection of ${path}`));
    socket.on('data', onData).on('error', reject).on('close', onClose);
    socket.write(request);
    try {
      const answer = await promise;
      if (answer.status !== 200)
        throw new Error(`${path} answered ${answer.status}: ${answer.body.toString()}`);
      idle.push(socket);
      return answer;
    } finally {
      socket.off('data', onData).off('error', reject).off('close', onClose);
    }
  }

  return {
    send,
    close() {
      for (const socket of all) socket.destroy();
    },
  };
}

/** Returns undefined until the whole answer has arrived. */
function readAnswer(bytes: Buffer): RawAnswer | undefined {
  const end = bytes.indexOf('\r\n\r\n');
  if (end === -1) return undefined;
  const [first = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  ) as Record<string, string>;
  const length = Number(headers['content-length']);
  if (Number.isNaN(length)) throw new Error('The answer does not say how long it is');
  if (bytes.length < end + 4 + length) return undefined;
  return { status: Number(first.split(' ')[1]), headers, body: bytes.subarray(end + 4, end + 4 + length) };
}
