#!/bin/bash
pytest -q tests/trim-payloads
