import { z } from 'zod';

/**
 * An answer as a client receives it: JSON, with every field that the schema promises and none that it does not
 * name. The schema itself takes what a handler returns, such as a Date.
 */
export function receivedAnswer(answer: z.ZodType): z.ZodType {
  return z.fromJSONSchema(answer.toJSONSchema({ io: 'output' }));
}
