import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyPluginAsync, FastifyReply } from 'fastify';
import type Stripe from 'stripe';
import { changeSwitches, getSwitches, isDown, parseSwitches } from '../fault-switches.ts';
import type { SandboxContext } from '../transaction.ts';
import { findHostedSession, submitPayForm, successUrlOf, type Submission } from './hosted-session.ts';
import { renderMessage } from './layout.ts';
import { EMPTY_VALUES, pickKeptValues, readPayValues } from './pay-form.ts';
import { renderPayPage } from './pay-page.ts';

interface SessionPath {
  Params: { sessionId: string };
}

const FORM_LIMIT_BYTES = 8 * 1024;
const SECONDS_UNTIL_RETRY = 5;

const MERCHANT = 'Foyer';

/**
 * Serves the card page and its style sheet. With `allowSwitches`, also serves routes that read and set the switches by which tests make the sandbox fail.
 */
export function createSandboxPages(context: SandboxContext, allowSwitches: boolean): FastifyPluginAsync {
  return async (app) => {
    const css = await readFile(new URL('pages.css', import.meta.url), 'utf8');
    app.addContentTypeParser<string>(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: FORM_LIMIT_BYTES },
      (_request, body, done) => done(null, new URLSearchParams(body)),
    );
    app.get('/pages.css', (_request, reply) =>
      reply.type('text/css; charset=utf-8').header('cache-control', 'public, max-age=300').send(css),
    );
    serveCardPage(app, context);
    if (allowSwitches) serveSwitches(app, context);
  };
}

/**
 * Serves the card page. Only the session's id protects the page: a person who knows the id may pay the session, and
 * nobody can guess an id.
 */
function serveCardPage(app: FastifyInstance, context: SandboxContext): void {
  app.get<SessionPath>('/pay/:sessionId', async (request, reply) => {
    if (await isUnavailable(context)) return answerOutage(reply);
    const hosted = await findHostedSession(context, request.params.sessionId);
    if (hosted?.session.status !== 'open') return answerClosed(reply, context, hosted?.session);
    const page = { hosted, merchant: MERCHANT, values: EMPTY_VALUES, errors: {}, decline: null };
    return answerHtml(reply, 200, renderPayPage(page));
  });

  app.post<SessionPath>('/pay/:sessionId', async (request, reply) => {
    if (await isUnavailable(context)) return answerOutage(reply);
    const hosted = await findHostedSession(context, request.params.sessionId);
    if (!hosted) return answerClosed(reply, context, undefined);
    const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
    const values = readPayValues(form);
    const result = await submitPayForm(context, hosted, values);
    if (result.outcome !== 'invalid' && result.outcome !== 'declined') {
      return reply.redirect(addressAfter(result), 303);
    }
    // The answer itself shows what was typed, so a card is neither stored nor put into a URL. A reload repeats the
    // failed attempt.
    const failure =
      result.outcome === 'invalid'
        ? { errors: result.errors, decline: null }
        : { errors: {}, decline: result.decline.message };
    const page = { hosted, merchant: MERCHANT, values: pickKeptValues(values), ...failure };
    return answerHtml(reply, 422, renderPayPage(page));
  });
}

function serveSwitches(app: FastifyInstance, context: SandboxContext): void {
  app.get('/switches', () => getSwitches(context.db));
  app.post('/switches', async (request, reply) => {
    const change = parseSwitches(request.body);
    if (!change) return reply.code(400).send({ msg: 'Unknown switch, or a value that it cannot have' });
    const switches = await changeSwitches(context.db, change);
    context.wakeSender();
    return switches;
  });
}

/**
 * Returns the URL to which the browser is redirected after paying, so that a reload does not pay again. A URL
 * that begins with `?` leads to the card page itself.
 */
function addressAfter(result: Exclude<Submission, { outcome: 'invalid' | 'declined' }>): string {
  const isPaid = result.outcome === 'paid' || result.outcome === 'already complete';
  return isPaid ? successUrlOf(result.session) : '?';
}

/**
 * Tells whether the card page is unavailable. As a page of the provider, it follows the switches that delay or stop
 * the API.
 */
async function isUnavailable(context: SandboxContext): Promise<boolean> {
  const switches = await getSwitches(context.db);
  if (switches.apiDelayMs > 0) await sleep(switches.apiDelayMs);
  return isDown(switches);
}

function answerOutage(reply: FastifyReply): FastifyReply {
  reply.header('retry-after', SECONDS_UNTIL_RETRY);
  const text = 'Nothing was charged. Please try again in a moment.';
  return answerHtml(reply, 503, renderMessage({ title: 'Payments are unavailable', text, link: null }));
}

/** Shows a page for a session that cannot be paid, because the session is unknown, paid or expired. */
function answerClosed(
  reply: FastifyReply,
  { publicUrl: home }: SandboxContext,
  session: Stripe.Checkout.Session | undefined,
): FastifyReply {
  if (!session) {
    const text = 'There is no payment at this address. Go back and try again.';
    const link = { href: home, label: 'Go back' };
    return answerHtml(reply, 404, renderMessage({ title: 'Payment not found', text, link }));
  }
  if (session.status === 'complete') {
    const link = { href: successUrlOf(session), label: 'Continue' };
    const text = 'This payment has been made. You will not be charged again.';
    return answerHtml(reply, 200, renderMessage({ title: 'Already paid', text, link }));
  }
  const link = { href: session.cancel_url ?? home, label: 'Go back' };
  const text =
    'This page can no longer be paid: the time is over, or the order was given back. You have not been charged.';
  return answerHtml(reply, 410, renderMessage({ title: 'This payment is closed', text, link }));
}

function answerHtml(reply: FastifyReply, status: number, document: string): FastifyReply {
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(document);
}
