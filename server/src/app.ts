import { randomUUID } from 'node:crypto';
import compress from '@fastify/compress';
import cors from '@fastify/cors';
import multipart from '@fastify/multipart';
import Fastify, { type FastifyInstance, type FastifyPluginAsync } from 'fastify';
import type { Deps } from './deps.ts';
import { registerAccountRoutes } from './features/accounts/accounts.routes.ts';
import { registerAdminRoutes } from './features/admin/admin.routes.ts';
import { registerLinkRoutes } from './features/auth/auth.links.routes.ts';
import { registerAuthRoutes } from './features/auth/auth.routes.ts';
import { registerTwoFactorRoutes } from './features/auth/two-factor/two-factor.routes.ts';
import { registerDeskRoutes } from './features/desk/desk.routes.ts';
import { registerEventRoutes } from './features/events/events.routes.ts';
import { registerSeriesRoutes } from './features/events/series/series.routes.ts';
import { registerTicketTypeRoutes } from './features/events/types/types.routes.ts';
import { registerMailStopRoutes } from './features/mail-stops/mail-stops.routes.ts';
import { registerOutboxAssetRoutes } from './features/outbox/outbox.assets.routes.ts';
import { registerOutboxRoutes } from './features/outbox/outbox.routes.ts';
import { registerMetricsRoutes } from './features/metrics/metrics.routes.ts';
import { registerDocsRoutes } from './features/pages/pages.docs.routes.ts';
import { registerFileRoutes } from './features/pages/pages.files.routes.ts';
import { registerFontRoutes } from './features/pages/pages.fonts.routes.ts';
import { registerFeedRoutes } from './features/pages/found/feeds.routes.ts';
import { registerShareRoutes } from './features/pages/found/share.routes.ts';
import { registerSitemapRoutes } from './features/pages/found/sitemap.routes.ts';
import { registerPageRoutes, makeAddressReadable, type WebBuild } from './features/pages/pages.routes.ts';
import { registerStatusRoutes } from './features/pages/pages.status.routes.ts';
import { registerUploadRoutes } from './features/pages/pages.uploads.routes.ts';
import { registerPaymentAdminRoutes } from './features/payments/ledger/admin.routes.ts';
import { registerOrderPaymentRoutes } from './features/payments/checkout/checkout.routes.ts';
import { registerPaymentRoutes } from './features/payments/payments.routes.ts';
import { registerPromoCodeRoutes } from './features/orders/promo-codes/promo-codes.routes.ts';
import { registerRefundRoutes } from './features/payments/refunds/refunds.routes.ts';
import { registerFollowRoutes } from './features/follows/follows.routes.ts';
import { registerMessageRoutes } from './features/messages/messages.routes.ts';
import { registerGuestListRoutes } from './features/orders/guest-list/guest-list.routes.ts';
import { registerOrderListRoutes } from './features/orders/lists/lists.routes.ts';
import { registerAfterSaleRoutes } from './features/orders/after-sale/after-sale.routes.ts';
import { registerOrderRoutes } from './features/orders/orders.routes.ts';
import { registerRegistrationRoutes } from './features/orders/registrations/registrations.routes.ts';
import { registerTicketChangeRoutes } from './features/orders/registrations/tickets.routes.ts';
import { registerInvitationRoutes } from './features/teams/invitations/invitations.routes.ts';
import { registerTeamRoutes } from './features/teams/teams.routes.ts';
import { registerDoorRoutes } from './features/tickets/door/door.routes.ts';
import { registerTicketRoutes } from './features/tickets/tickets.routes.ts';
import { registerUserRoutes } from './features/users/users.routes.ts';
import { refuseEarly } from './http/admission.ts';
import {
  answerErrors,
  answerMissingRoute,
  answerUnreadableAddress,
  answerUnreadableRequest,
} from './http/errors.ts';
import { keepPublicAnswers } from './http/memory/public-answers.ts';
import { refuseOtherComputers } from './http/own-computer.ts';
import { nameRoutesOnly, OneLineForEach } from './http/request-log.ts';
import { connectionTimes, limitBodyTime, requestTimes } from './http/request-times.ts';
import { sendSecurityHeaders } from './http/security-headers.ts';

const maxBodyBytes = 1024 * 1024;
const maxFileBytes = 5 * 1024 * 1024;

interface Extras {
  /** Without this, Foyer serves no pages. */
  web?: WebBuild;
  /** The payment sandbox's card page. This is set only when the sandbox replaces the payment provider. */
  sandboxPages?: FastifyPluginAsync;
}

/** Opens no port and starts no jobs. */
export async function buildApp(deps: Deps, extras: Extras = {}): Promise<FastifyInstance> {
  const { config } = deps;
  const times = deps.requestTimes ?? requestTimes;
  const app = Fastify({
    loggerInstance: nameRoutesOnly(deps.log),
    logController: new OneLineForEach(),
    genReqId: () => randomUUID(),
    // Fastify calls this function for each proxy, nearest proxy first. Do not pass only the number of proxies, because
    // Fastify would then trust none of them.
    trustProxy: config.proxies > 0 && ((_address: string, hop: number) => hop < config.proxies),
    bodyLimit: maxBodyBytes,
    ...connectionTimes(times),
    routerOptions: { maxParamLength: 300 },
    rewriteUrl: ({ url = '/' }) => (extras.web ? makeAddressReadable(url) : url),
    frameworkErrors: answerUnreadableAddress,
    clientErrorHandler: answerUnreadableRequest,
  });
  answerErrors(app);
  app.addHook('onSend', (request, reply, payload, done) => {
    // An answer of the API may contain personal data, so caches must not keep the answer unless the route allows
    // caching.
    if (request.url.startsWith('/api') && !reply.hasHeader('cache-control'))
      reply.header('cache-control', 'no-store');
    done(null, payload);
  });
  keepPublicAnswers(app, deps);
  closeConnectionsOnStop(app);
  readJsonBodies(app);
  limitBodyTime(app, times);
  sendSecurityHeaders(app, deps);
  refuseOtherComputers(app, deps);
  refuseEarly(app, deps);
  if (config.corsOrigins.length > 0) {
    await app.register(cors, {
      origin: [...config.corsOrigins],
      methods: ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE'],
    });
  }
  await app.register(compress, { encodings: ['br', 'gzip'] });
  await app.register(multipart, {
    limits: { fileSize: maxFileBytes, files: 1, fields: 40, parts: 41, fieldSize: 64 * 1024 },
  });

  await registerFeatures(app, deps);
  if (config.devPages && !config.smtpUrl) {
    registerOutboxRoutes(app, deps);
    registerOutboxAssetRoutes(app);
  }
  if (extras.sandboxPages) await app.register(extras.sandboxPages, { prefix: '/sandbox' });
  if (extras.web) {
    await registerFileRoutes(app, extras.web.clientFolder);
    registerPageRoutes(app, deps, extras.web);
  } else {
    app.setNotFoundHandler(answerMissingRoute);
  }
  return app;
}

async function registerFeatures(app: FastifyInstance, deps: Deps): Promise<void> {
  registerAdminRoutes(app, deps);
  registerAccountRoutes(app, deps);
  registerAuthRoutes(app, deps);
  registerLinkRoutes(app, deps);
  await registerMailStopRoutes(app, deps);
  registerTwoFactorRoutes(app, deps);
  registerUserRoutes(app, deps);
  registerTeamRoutes(app, deps);
  registerInvitationRoutes(app, deps);
  registerDeskRoutes(app, deps);
  registerEventRoutes(app, deps);
  registerSeriesRoutes(app, deps);
  registerTicketTypeRoutes(app, deps);
  registerPromoCodeRoutes(app, deps);
  registerOrderRoutes(app, deps);
  registerAfterSaleRoutes(app, deps);
  registerOrderListRoutes(app, deps);
  registerGuestListRoutes(app, deps);
  registerMessageRoutes(app, deps);
  await registerFollowRoutes(app, deps);
  registerRegistrationRoutes(app, deps);
  registerTicketRoutes(app, deps);
  registerDoorRoutes(app, deps);
  registerTicketChangeRoutes(app, deps);
  registerPaymentRoutes(app, deps);
  registerRefundRoutes(app, deps);
  registerOrderPaymentRoutes(app, deps);
  registerPaymentAdminRoutes(app, deps);
  registerStatusRoutes(app, deps);
  registerMetricsRoutes(app, deps);
  registerDocsRoutes(app, deps);
  registerUploadRoutes(app, deps);
  registerSitemapRoutes(app, deps);
  registerFeedRoutes(app, deps);
  registerShareRoutes(app, deps);
  registerFontRoutes(app);
}

/** An empty body counts as no body, whatever its content type says. */
function readJsonBodies(app: FastifyInstance): void {
  // Fastify also accepts plain text by default, which no endpoint of the API takes.
  app.removeContentTypeParser('text/plain');
  app.addHook('onRequest', ({ headers }, _reply, done) => {
    if (headers['content-length'] === '0') delete headers['content-type'];
    done();
  });
}

/**
 * Closes the connection after each answer while Foyer stops. Otherwise the stop would wait for browsers, which keep
 * their connections open.
 */
function closeConnectionsOnStop(app: FastifyInstance): void {
  let isStopping = false;
  app.addHook('preClose', async () => {
    isStopping = true;
  });
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (isStopping) reply.header('connection', 'close');
    done(null, payload);
  });
}
