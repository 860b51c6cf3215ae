import { defineConfig } from 'vitest/config'
import { LongestFirst } from './scripts/test/longest-first.ts'

/** The kinds of `docs/architecture.md`, one project each; `npm run test:<kind>` runs one alone. Browser journeys are Playwright's. */
export default defineConfig({
  test: {
    maxWorkers: 2,
    restoreMocks: true,
    // What a hook starts takes its time on a busy machine.
    hookTimeout: 120_000,
    setupFiles: ['test/support/fixed-seed.ts'],
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['test/{schema,functions,local,scripts}/**/*.test.ts'],
          exclude: ['**/*.sim.test.ts'],
          sequence: { shuffle: true },
          // Password protocols and renders are seconds of arithmetic on a busy machine.
          testTimeout: 60_000,
        },
      },
      // 200 seeds where nobody says otherwise; ten times as many take ten times as long.
      {
        extends: true,
        test: {
          name: 'sim',
          include: ['test/**/*.sim.test.ts'],
          testTimeout: 300_000 * Math.max(1, Number(process.env.SIM_SEEDS ?? 200) / 200),
        },
      },
      {
        extends: true,
        // One set of modules for all files: the templates are synthesized once. They are only read.
        test: {
          name: 'infra',
          include: ['test/lib/**/*.test.ts'],
          isolate: false,
          testTimeout: 120_000,
        },
      },
      { extends: true, test: { name: 'structure', include: ['test/structure/**/*.test.ts'], testTimeout: 60_000 } },
      {
        extends: true,
        // Node reads these files as `npm start` does: nothing is mocked, and Vite would transform the whole product anew
        // for each file.
        test: {
          name: 'integration',
          experimental: { viteModuleRunner: false, nodeLoader: false },
          include: ['test/integration/**/*.test.ts'],
          testTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'web',
          include: ['test/frontend/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          setupFiles: [
            'test/support/frontend/query-timeout.ts',
            'test/support/frontend/quick-selectors.ts',
            'test/support/frontend/no-owner-stacks.ts',
          ],
          // A page of many rows is a minute's work where other programs run on the same cores.
          testTimeout: 120_000,
          // A script element may stand in a page; nothing is ever loaded.
          environmentOptions: { happyDOM: { settings: { handleDisabledFileLoadingAsSuccess: true } } },
        },
      },
    ],
  },
})
