import * as z from 'zod'

/** What a photo's bytes are, told from the bytes alone (`functions/media/recognise.ts`). */
export const FileFormat = z.enum([
  ...['jpeg', 'png', 'webp', 'tiff'],
  ...['raw-cr2', 'raw-nef', 'raw-arw', 'raw-dng', 'raw-other'],
] as const)
export type FileFormat = z.infer<typeof FileFormat>

type Naming = { extension: string; contentType: string }

/**
 * The extension and media type under which files of each format are delivered, whatever the uploaded file was called.
 * No two formats share an extension. RAW formats have no registered media types: these are from the shared MIME-info
 * database (freedesktop.org), and RAW files of an unknown maker have the type that their upload is allowed under.
 */
export const fileFormats: Readonly<Record<FileFormat, Naming>> = {
  jpeg: { extension: 'jpg', contentType: 'image/jpeg' },
  png: { extension: 'png', contentType: 'image/png' },
  webp: { extension: 'webp', contentType: 'image/webp' },
  tiff: { extension: 'tif', contentType: 'image/tiff' },
  'raw-cr2': { extension: 'cr2', contentType: 'image/x-canon-cr2' },
  'raw-nef': { extension: 'nef', contentType: 'image/x-nikon-nef' },
  'raw-arw': { extension: 'arw', contentType: 'image/x-sony-arw' },
  'raw-dng': { extension: 'dng', contentType: 'image/x-adobe-dng' },
  'raw-other': { extension: 'raw', contentType: 'image/x-raw' },
}

/** The format that goes out under this extension; undefined for any other. */
export const formatOfExtension = (extension: string): FileFormat | undefined =>
  FileFormat.options.find((format) => fileFormats[format].extension === extension)
