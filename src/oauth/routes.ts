// Registers the sign-in provider on {site_url}: a handler for each of its operations in the contract.
import type { FastifyInstance } from 'fastify';
import type { SignInHandlers } from '../http/operation.ts';
import { isExpected } from '../http/refusal.ts';
import { bindSignIn } from '../http/sign-in.ts';
import { LastUse } from '../models/last-use.ts';
import type { Service } from '../service.ts';
import { authorize, authorizeByPost } from './authorize.ts';
import type { OauthContext } from './context.ts';
import { getOpenidConfiguration } from './discovery.ts';
import { endSession, endSessionByPost } from './end-session.ts';
import { toFailureReply } from './errors.ts';
import { getJwks, getSigningKeyPem, getSigningKeysPem } from './keys.ts';
import { issueToken } from './token.ts';
import { getUserinfo } from './userinfo.ts';

function signInHandlers(service: Service): SignInHandlers<OauthContext> {
  return {
    authorize: (request, context) => authorize(service, request, context),
    authorizeByPost: (request, context) => authorizeByPost(service, request, context),
    issueToken: (request, context) => issueToken(service, request, context),
    getUserinfo: (request) => getUserinfo(service, request),
    postUserinfo: (request) => getUserinfo(service, request),
    endSession: (request) => endSession(service, request),
    endSessionByPost: (request) => endSessionByPost(service, request),
    getOpenidConfiguration: (request) => getOpenidConfiguration(service, request),
    getOauthAuthorizationServer: (request) => getOpenidConfiguration(service, request),
    getJwks: (request) => getJwks(service, request),
    getSigningKeyPem: (request) => getSigningKeyPem(service, request),
    getSigningKeysPem: (request) => getSigningKeysPem(service, request),
  };
}

export async function registerOauth(app: FastifyInstance, service: Service): Promise<void> {
  const lastUse = new LastUse(service.database);
  const refusals = new LastUse(service.database);
  app.addHook('onClose', async () => {
    await Promise.all([lastUse.settle(), refusals.settle()]);
  });
  await bindSignIn<OauthContext>(app, {
    handlers: signInHandlers(service),
    admit: (request) => ({ log: request.log, lastUse, refusals }),
    fail: (failure, request, operationId) => {
      const reply = toFailureReply(failure, request.headers, operationId);
      if (reply.status >= 500 && failure.kind === 'thrown' && !isExpected(failure.error))
        request.log.error({ err: failure.error }, 'a sign-in request failed');
      return reply;
    },
  });
}
