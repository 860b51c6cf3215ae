/**
 * What the render function may use. The numbers follow from `bench/results/`, section "Memory"; the reasoning is in
 * `docs/decisions/0007-rendering.md`.
 */

/** Memory of the render function, in megabytes. */
export const RENDER_MEMORY_MB = 2_048

/** Most bytes a decoder may hold for a whole picture: what such files need beside Node, sharp and the small rasters. */
export const DECODE_LIMIT_BYTES = 1_300_000_000

/** Longest time one decode may take, before the function itself is stopped: the slowest accepted file needs a tenth of it. */
export const RENDER_TIMEOUT_SECONDS = 40

/** Most metadata a photo may carry: a phone's depth map and maker notes are a few megabytes. */
export const METADATA_LIMIT_BYTES = 16_777_216

/** Most bytes of a colour profile: the largest printer profiles are about 3 MB. */
export const PROFILE_LIMIT_BYTES = 4_194_304

/** Most characters of a creator, a copyright notice or usage terms that go out with a photo. */
export const RIGHTS_LENGTH = 500
