import './trusted-types.ts';
import { mount } from 'svelte';
import { config } from 'zod/mini';
import App from './ui/App.svelte';

// zod would try `new Function` once to see whether it may, which the content security policy reports as a violation.
config({ jitless: true });

const target = document.getElementById('app');
if (target === null) throw new Error('index.html has no element #app.');
mount(App, { target });
