import { createHmac } from 'node:crypto';

const ANSWER_TIMEOUT_MS = 10_000;

export interface WebhookTarget {
  url: string;
  secret: string;
}

/** Posts a signed event. Returns null when the response has a 2xx status, and otherwise an error message. */
export async function postWebhook(
  target: WebhookTarget,
  event: object,
  signal: AbortSignal,
): Promise<string | null> {
  const body = JSON.stringify(event);
  try {
    const response = await fetch(target.url, {
      method: 'POST',
      body,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'stripe-signature': signWebhook(body, target.secret, new Date()),
        'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
      },
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_TIMEOUT_MS)]),
    });
    // Read the body, because only then can the next webhook use the same network connection.
    await response.arrayBuffer();
    return response.ok ? null : `answered ${response.status}`;
  } catch (error) {
    const reason = error instanceof Error ? (error.cause ?? error) : error;
    return String(reason);
  }
}

/** Signs a webhook as Stripe does. `at` must be the real time, because receivers refuse old signatures. */
function signWebhook(body: string, secret: string, at: Date): string {
  const timestamp = Math.floor(at.getTime() / 1000);
  const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
  return `t=${timestamp},v1=${signature}`;
}
