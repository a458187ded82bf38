import { z } from 'zod';

/**
 * Returns the schema of an answer as a client receives it: JSON with exactly the fields of the contract. The
 * contract's own schema cannot check this JSON, because that schema accepts the values that a handler returns, such as
 * a Date.
 */
export function receivedAnswer(answer: z.ZodType): z.ZodType {
  return z.fromJSONSchema(answer.toJSONSchema({ io: 'output' }));
}
