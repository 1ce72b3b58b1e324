/** For every spec: whole pages render slowly in jsdom; waits end as soon as their condition holds. */
import { jest } from '@jest/globals';
import { configure } from '@testing-library/dom';

jest.setTimeout(30_000);
configure({ asyncUtilTimeout: 8_000 });
