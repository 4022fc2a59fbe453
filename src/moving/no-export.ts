// What is no export, or none that can be imported here, and why.

export const NO_EXPORT_REASONS = [
  'no-archive',
  'damaged',
  'encrypted',
  'unpacked-too-large',
  'no-manifest',
  'manifest',
  'environment',
] as const;
type NoExportReason = (typeof NO_EXPORT_REASONS)[number];

export class NoExport extends Error {
  override readonly name = 'NoExport';
  readonly reason: NoExportReason;

  constructor(reason: NoExportReason, message: string) {
    super(message);
    this.reason = reason;
  }
}
