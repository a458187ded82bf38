import { describe, expect, it } from 'vitest';
import { makeSendWithKey } from './use-request-key.ts';

const refund = { ticket_ids: [4] };

function startForm() {
  const sendWithKey = makeSendWithKey();
  const keys: string[] = [];
  return {
    keys,
    succeed: (body: object) => sendWithKey(body, async (key) => keys.push(key)),
    fail: async (body: object) => {
      const sending = sendWithKey(body, async (key) => {
        keys.push(key);
        throw new TypeError('Failed to fetch');
      });
      await expect(sending).rejects.toThrow('Failed to fetch');
    },
  };
}

describe('the key of a request', () => {
  it('stays the same while no answer comes, so that the work is done once', async () => {
    const { keys, fail, succeed } = startForm();
    await fail(refund);
    await fail({ ...refund });
    await succeed(refund);
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(new Set(keys).size).toBe(1);
  });

  it('is new for the same body after a success, and for another body', async () => {
    const { keys, fail, succeed } = startForm();
    await succeed(refund);
    await succeed(refund);
    await fail({ ticket_ids: [5] });
    await succeed({ ticket_ids: [6] });
    expect(new Set(keys).size).toBe(4);
  });
});
