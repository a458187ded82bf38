import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { pageHead } from './layout/page-head.ts';
import { paths } from './paths.ts';
import { rootRoute } from './root-route.tsx';

const forgotPassword = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.forgotPassword,
  head: () => pageHead({ title: 'Forgot your password? · Foyer', hidden: true }),
  component: lazyRouteComponent(
    () => import('./features/auth/links/forgot-password-page.tsx'),
    'ForgotPasswordPage',
  ),
});

const resetPassword = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.resetPassword,
  head: () => pageHead({ title: 'Choose a new password · Foyer', hidden: true }),
  component: lazyRouteComponent(
    () => import('./features/auth/links/reset-password-page.tsx'),
    'ResetPasswordPage',
  ),
});

const verifyEmail = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.verifyEmail,
  head: () => pageHead({ title: 'Verify your email address · Foyer', hidden: true }),
  component: lazyRouteComponent(() => import('./features/profile/verify-email-page.tsx'), 'VerifyEmailPage'),
});

const mailHead = () => pageHead({ title: 'Emails from Foyer', hidden: true });

const mailStop = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.mailStop,
  head: mailHead,
  component: lazyRouteComponent(() => import('./features/auth/links/mail-stop-page.tsx'), 'MailStopPage'),
});

const follow = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.follow,
  validateSearch: ({ outcome }: { outcome?: unknown }): { outcome?: unknown } => ({ outcome }),
  head: mailHead,
  component: lazyRouteComponent(() => import('./features/auth/links/follow-page.tsx'), 'FollowPage'),
});

export const linkRoutes = [forgotPassword, resetPassword, verifyEmail, mailStop, follow];
