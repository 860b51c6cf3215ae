import * as React from 'react'

/**
 * React's build for developers notes with each element where in the code it was made: an error's stack and a task of the
 * debugger, a sixth of the time of these tests, and shown by nothing here. It notes ten thousand in a second and then no more;
 * here it always thinks that it has.
 */
const internals: unknown = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE')
if (typeof internals === 'object' && internals !== null && 'recentlyCreatedOwnerStacks' in internals)
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => Infinity, set: () => undefined })
