export { type Config, ConfigError, type ConfigResult, readConfig } from './read-config.ts';
export { serve, type Service } from './serve.ts';
