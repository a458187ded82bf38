import { job } from '../../../jobs/jobs.ts';

/** `request` differs for each new link, so that each link is mailed. */
export const sendNewLinkJob = job<{ orderId: number; request: string }>({
  name: 'orders.send-new-link',
  retryForSeconds: 24 * 3600,
});
