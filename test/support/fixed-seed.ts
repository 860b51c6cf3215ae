import fc from 'fast-check'

// Properties are tried with the same values each time, so that a run fails by what was changed; another number tries others.
fc.configureGlobal({ seed: Number(process.env.FC_SEED ?? 1) })
