import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type Stripe from 'stripe';
import type { PaymentSandbox } from '../sandbox.ts';
import { changeSwitches, getSwitches, isDown, parseSwitches } from '../switches.ts';
import type { World } from '../work.ts';
import { findHostedSession, submitPayForm, successUrlOf, type Submission } from './hosted-session.ts';
import { renderMessage } from './layout.ts';
import { readPayFailure, readPayValues, writePayFailure } from './pay-form.ts';
import { renderPayPage } from './pay-page.ts';

export interface SandboxPagesOptions {
  sandbox: PaymentSandbox;
  /** Whether `GET` and `POST …/switches` exist: for tests and development, never in production. */
  allowSwitches: boolean;
}

interface SessionPath {
  Params: { sessionId: string };
}

const FORM_LIMIT_BYTES = 8 * 1024;
const SECONDS_UNTIL_RETRY = 5;

/** The hosted card page and its style sheet, to be registered under `/sandbox`. */
export async function paymentSandboxPages(app: FastifyInstance, options: SandboxPagesOptions): Promise<void> {
  const { sandbox, allowSwitches } = options;
  const css = await readFile(new URL('pages.css', import.meta.url), 'utf8');
  app.addContentTypeParser<string>(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: FORM_LIMIT_BYTES },
    (_request, body, done) => done(null, new URLSearchParams(body)),
  );
  app.get('/pages.css', (_request, reply) =>
    reply.type('text/css; charset=utf-8').header('cache-control', 'public, max-age=300').send(css),
  );
  serveCardPage(app, sandbox);
  if (allowSwitches) serveSwitches(app, sandbox.world);
}

/** Whoever has a session's address may pay it, and nobody else: its unguessable id is what guards the form. */
function serveCardPage(app: FastifyInstance, { world, merchant }: PaymentSandbox): void {
  app.get<SessionPath>('/pay/:sessionId', async (request, reply) => {
    if (await isAway(world)) return answerOutage(reply);
    const hosted = await findHostedSession(world, request.params.sessionId);
    if (hosted?.session.status !== 'open') return answerClosed(reply, world, hosted?.session);
    const failure = readPayFailure(new URL(request.url, world.publicUrl).searchParams);
    return answerHtml(reply, 200, renderPayPage({ hosted, merchant, ...failure }));
  });

  app.post<SessionPath>('/pay/:sessionId', async (request, reply) => {
    if (await isAway(world)) return answerOutage(reply);
    const hosted = await findHostedSession(world, request.params.sessionId);
    if (!hosted) return answerClosed(reply, world, undefined);
    const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
    const result = await submitPayForm(world, hosted, readPayValues(form));
    return reply.redirect(addressAfter(result), 303);
  });
}

function serveSwitches(app: FastifyInstance, world: World): void {
  app.get('/switches', () => getSwitches(world.db));
  app.post('/switches', async (request, reply) => {
    const change = parseSwitches(request.body);
    if (!change) return reply.code(400).send({ msg: 'Unknown switch, or a value it does not have' });
    const switches = await changeSwitches(world.db, change);
    world.wake();
    return switches;
  });
}

/**
 * Where a submitted form leads, as every answer to it is a redirect: a page that answered a form cannot be gone back
 * to. An address that begins with `?` is the card page's own.
 */
function addressAfter(result: Submission): string {
  switch (result.outcome) {
    case 'paid':
    case 'already complete':
      return successUrlOf(result.session);
    case 'declined':
    case 'invalid':
      return writePayFailure(result);
    default:
      return '?';
  }
}

/** While the provider is switched off its page is away too, and it is slow when the provider is. */
async function isAway(world: World): Promise<boolean> {
  const switches = await getSwitches(world.db);
  if (switches.apiDelayMs > 0) await sleep(switches.apiDelayMs);
  return isDown(switches);
}

function answerOutage(reply: FastifyReply): FastifyReply {
  reply.header('retry-after', SECONDS_UNTIL_RETRY);
  const text = 'Nothing was charged. Please try again in a moment.';
  return answerHtml(reply, 503, renderMessage({ title: 'Payments are unavailable', text, link: null }));
}

/** What the page says of a session that cannot be paid any more, or never could. */
function answerClosed(
  reply: FastifyReply,
  { publicUrl: home }: World,
  session: Stripe.Checkout.Session | undefined,
): FastifyReply {
  if (!session) {
    const text = 'There is no payment at this address. Go back and start again.';
    const link = { href: home, label: 'Go back' };
    return answerHtml(reply, 404, renderMessage({ title: 'Payment not found', text, link }));
  }
  if (session.status === 'complete') {
    const link = { href: successUrlOf(session), label: 'Continue' };
    const text = 'This payment has been made. You will not be charged again.';
    return answerHtml(reply, 200, renderMessage({ title: 'Already paid', text, link }));
  }
  const link = { href: session.cancel_url ?? home, label: 'Go back' };
  const text = 'You took a little too long, so this payment was called off. You have not been charged.';
  return answerHtml(reply, 410, renderMessage({ title: 'This payment has expired', text, link }));
}

function answerHtml(reply: FastifyReply, status: number, document: string): FastifyReply {
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(document);
}
