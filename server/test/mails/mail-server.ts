import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { readConfig } from '../../src/config.ts';
import { createMail } from '../../src/mail/mail.ts';
import type { TestApp } from '../app.ts';

export interface TestMailServer {
  port: number;
  listReceived(): Email[];
  countTries(address: string): number;
  close(): Promise<void>;
}

interface Options {
  port?: number;
  /** Email addresses that the server refuses permanently, with 550. */
  refuses?: string[];
  /** Email addresses whose first email the server refuses temporarily, with 451. */
  defers?: string[];
}

export async function startMailServer(options: Options = {}): Promise<TestMailServer> {
  const deferred = new Set(options.defers);
  const asked: string[] = [];
  const received: Email[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    // End open connections after 100 ms, because the app keeps its connections open.
    closeTimeout: 100,
    onRcptTo({ address }, _session, done) {
      asked.push(address);
      const responseCode = options.refuses?.includes(address) ? 550 : deferred.delete(address) ? 451 : null;
      done(responseCode ? Object.assign(new Error(`Not for ${address}`), { responseCode }) : null);
    },
    onData(stream, _session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const keep = (mail: Email) => {
          received.push(mail);
          done();
        };
        PostalMime.parse(Buffer.concat(chunks)).then(keep, done);
      });
    },
  });
  // When a test kills the app, the app's network connection breaks. Without this listener, the error would
  // fail the test.
  server.on('error', () => {});
  const listener = server.listen(options.port ?? 0, '127.0.0.1');
  await once(listener, 'listening');
  return {
    port: (listener.address() as AddressInfo).port,
    listReceived: () => [...received],
    countTries: (address) => asked.filter((one) => one === address).length,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

export async function startSilentServer() {
  const server = createServer(() => {});
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, close: () => void server.close() };
}

/** `greetingMs` limits how long the app waits for the server's greeting. */
export function sendThrough(app: TestApp, port: number, greetingMs?: number): void {
  const config = readConfig({
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    MAIL_FROM: 'Foyer <tickets@example.org>',
  });
  app.deps.mail = createMail(config, app.clock, { greetingMs });
}
