// Receives webhooks of mail services about bounces and complaints (bounces/mail-services.ts), on the host of the data API, as
// mails are sent for the whole deployment. The body is not parsed before its signature is verified over the raw bytes.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ZodError } from 'zod';
import { mailServicesOf, type MailService } from '../bounces/mail-services.ts';
import { takeInReport } from '../bounces/take-in.ts';
import type { Service } from '../service.ts';
import { answerFailure, takeRawBodies } from './raw-body.ts';

/** Our choice: SendGrid's batches are below 768 KiB. */
const BODY_MAX_BYTES = 1_048_576;

export async function registerMailWebhooks(app: FastifyInstance, service: Service): Promise<void> {
  await app.register(async (scope) => {
    takeRawBodies(scope, BODY_MAX_BYTES);
    for (const mailService of mailServicesOf(service.config))
      scope.post(mailService.path, { bodyLimit: BODY_MAX_BYTES }, (request, reply) =>
        receive(service, mailService, request, reply),
      );
  });
}

async function receive(
  service: Service,
  mailService: MailService,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { config, clock, securityLog } = service;
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  if (!mailService.isSigned(config, { headers: request.headers, body, now: clock.now() })) {
    securityLog.record('webhook_signature_wrong', { request });
    return answerFailure({ statusCode: 400 }, request, reply);
  }
  for (const report of readReports(mailService, body)) await takeInReport(service, report);
  return reply.code(200).header('cache-control', 'no-store').send({ received: true });
}

/** What is signed, but no event of the service, is answered as a bad request. */
function readReports(mailService: MailService, body: Buffer): ReturnType<MailService['read']> {
  try {
    return mailService.read(JSON.parse(body.toString('utf8')));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof ZodError)
      throw Object.assign(new Error('no event of this mail service'), { statusCode: 400 });
    throw error;
  }
}
