import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../../deps.ts';
import { callerSubject } from '../../../http/caller-address.ts';
import { route } from '../../../http/route.ts';
import { chooseReturnSite } from '../payments.rules.ts';
import { openOrderCheckout, settleOrder, takeMoreTime } from './order-checkout.service.ts';

export function registerOrderPaymentRoutes(app: FastifyInstance, deps: Deps): void {
  const siteSecret = deps.sessionSecret;

  route(app, deps, 'POST /orders/:number/checkout', ({ actor, params, headers, request }) => {
    const caller = { actor, key: headers['x-order-key'], siteSecret };
    const returnSite = chooseReturnSite(request.headers.origin, deps.config.corsOrigins);
    const address = callerSubject(request.ip);
    return openOrderCheckout(deps, { caller, address, number: params.number, returnSite });
  });

  route(app, deps, 'POST /orders/:number/more-time', ({ actor, params, headers, request }) => {
    const caller = { actor, key: headers['x-order-key'], siteSecret };
    const returnSite = chooseReturnSite(request.headers.origin, deps.config.corsOrigins);
    const address = callerSubject(request.ip);
    return takeMoreTime(deps, { caller, address, number: params.number, returnSite });
  });

  route(app, deps, 'POST /orders/:number/settle', ({ actor, params, headers, request }) => {
    const caller = { actor, key: headers['x-order-key'], siteSecret };
    const address = callerSubject(request.ip);
    return settleOrder(deps, { caller, address, number: params.number });
  });
}
