#!/bin/bash
pytest -q tests/mask-secrets
